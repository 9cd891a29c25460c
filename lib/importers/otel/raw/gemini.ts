import { GEMINI_CONTENT } from "../../messages/gemini-records";
import { readItemsOfParts } from "../../messages/parts";
import { ToolCalls } from "../../messages/tool-calls";
import { findId, nameIn } from "../../shared/bounds";
import { listUnknownKeys } from "../../shared/known-keys";
import type { Loose } from "../../shared/values";
import { countOf, keepDefined, recordOf, recordsOf } from "../../shared/values";
import { partMessages, readSystemItems, readToolItems } from "../spans/messages";
import { makeInclusiveUsage } from "../spans/usage";
import { describeFailure } from "./failure";
import type { RawFields } from "./fields";
import { NumberedCalls, addIds } from "./numbered-calls";

export function readGeminiCall(request: Loose, response: Loose): RawFields {
  const config = recordOf(request.config);
  const candidate = recordsOf(response.candidates)[0];
  const content = recordOf(candidate?.content ?? response.content);
  const usage = recordOf(response.usageMetadata ?? response.usage_metadata);
  const calls = new NumberedCalls();
  const contents = readContents(request.contents, calls);
  const inRequest = calls.given.length;
  const answer = Array.isArray(content.parts)
    ? readItemsOfParts(
        "assistant",
        numberParts(content.parts, assignGiven(content.parts, calls)),
        new ToolCalls(),
      )
    : undefined;
  return keepDefined({
    provider: "gemini",
    model: nameIn(response.modelVersion) ?? nameIn(request.model),
    system: readSystemItems(readParts(request.systemInstruction ?? config.system_instruction)),
    tools: readToolItems(request.tools ?? config.tools),
    messages: partMessages(contents),
    answer,
    givenIds: calls.given.slice(inRequest),
    unread: [...listUnknownKeys(content, GEMINI_CONTENT)],
    responseId: findId(response.responseId),
    stopReason: nameIn(
      candidate?.finishReason ?? response.finish_reason ?? recordOf(response.promptFeedback).blockReason,
    ),
    error: describeFailure(response.error),
    usage: readGeminiUsage(usage),
  });
}

/** What Gemini's API says of a call's tokens, under the names of its wire or of its clients. */
export function readGeminiUsage(usage: Loose): RawFields["usage"] {
  const input = countOf(usage.promptTokenCount ?? usage.prompt_token_count);
  const reasoning = countOf(usage.thoughtsTokenCount ?? usage.thoughts_token_count);
  const candidates = countOf(usage.candidatesTokenCount ?? usage.candidates_token_count);
  const total = countOf(usage.totalTokenCount ?? usage.total_token_count);
  return makeInclusiveUsage({
    input,
    output: addThoughts({ input, candidates, reasoning, total }),
    cacheRead: countOf(usage.cachedContentTokenCount ?? usage.cached_content_token_count),
    reasoning,
  });
}

interface GeminiCounts {
  readonly input: number | undefined;
  readonly candidates: number | undefined;
  readonly reasoning: number | undefined;
  readonly total: number | undefined;
}

/** Output counts reasoning, as with other providers. The API states thoughts beside the candidates; where its total has no room for them, they are among these. */
function addThoughts({ input, candidates, reasoning, total }: GeminiCounts): number | undefined {
  if (candidates === undefined || reasoning === undefined) return candidates ?? reasoning;
  const isWithin = total !== undefined && total === (input ?? 0) + candidates;
  return isWithin ? candidates : candidates + reasoning;
}

/** A text, or a list of texts, is a user message. */
function readContents(contents: unknown, calls: NumberedCalls): unknown {
  const contentList = typeof contents === "string" ? [contents] : contents;
  if (!Array.isArray(contentList)) return contentList;
  return (contentList as unknown[]).map((content) => {
    if (typeof content === "string") return { role: "user", parts: [{ text: content }] };
    const message = recordOf(content);
    const { parts } = message;
    if (!Array.isArray(parts)) return content;
    const givenIds = assignGiven(parts, calls);
    if (givenIds.every((part) => part === null)) return content;
    return addIds(
      message,
      givenIds.map((part) => part?.id),
      () => ({ ...message, parts: numberParts(parts, givenIds) }),
    );
  });
}

/** A part that is given an id, by the key of what it holds. */
type Given = { readonly key: string; readonly id: string | undefined } | null;

/** The API does not need ids of calls, and most clients send none. */
function assignGiven(parts: readonly unknown[], calls: NumberedCalls): Given[] {
  return parts.map((value) => {
    const part = recordOf(value);
    for (const key of ["functionCall", "function_call"]) {
      const call = recordOf(part[key]);
      if (part[key] !== undefined && call.id !== undefined) calls.skip();
      else if (part[key] !== undefined) return { key, id: calls.openCall(nameIn(call.name) ?? "") };
    }
    for (const key of ["functionResponse", "function_response"]) {
      const result = recordOf(part[key]);
      if (part[key] !== undefined && result.id === undefined)
        return { key, id: calls.answerCall(nameIn(result.name)) };
    }
    return null;
  });
}

function numberParts(parts: readonly unknown[], givenIds: readonly Given[]): unknown[] {
  return parts.map((part, i) => {
    const givenId = givenIds[i] ?? null;
    if (givenId === null) return part;
    const { [givenId.key]: call, ...other } = recordOf(part);
    return { ...other, [givenId.key]: { ...recordOf(call), id: givenId.id } };
  });
}

function readParts(instructions: unknown): unknown {
  return typeof instructions === "string" ? instructions : recordOf(instructions).parts;
}
