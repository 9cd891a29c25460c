import type { Loose } from "../../shared/values";
import { countOf, recordOf, recordsOf } from "../../shared/values";
import { partMessages, systemItems, toolItems } from "../spans/messages";
import { jsonIn } from "../spans/record";
import { inclusiveUsage } from "../spans/usage";
import { GEMINI_CONTENT } from "../../messages/message-keys";
import { itemsOfParts } from "../../messages/parts";
import { ToolCalls } from "../../messages/tool-calls";
import { nameIn } from "../../shared/bounds";
import { unknownKeys } from "../../shared/known-keys";
import { anthropicCall } from "./anthropic";
import type { RawFields } from "./fields";
import { known } from "./fields";
import { chatCall } from "./openai-chat";
import { responsesCall } from "./openai-responses";
import { wholeResponse } from "./streamed";

export const RAW_APIS = ["anthropic", "openai.chat", "openai.responses", "gemini"] as const;
export type RawApi = (typeof RAW_APIS)[number];

const SPELLINGS: Readonly<Record<string, RawApi>> = {
  "anthropic.messages": "anthropic",
  "openai.chat.completions": "openai.chat",
  google: "gemini",
};

/** `undefined` for an unknown name; then the call's shape decides. */
export function apiNamed(name: string | undefined): RawApi | undefined {
  return RAW_APIS.find((known) => known === name) ?? SPELLINGS[name ?? ""];
}

const READERS: Record<RawApi, (request: Loose, response: Loose) => RawFields> = {
  anthropic: anthropicCall,
  "openai.chat": chatCall,
  "openai.responses": responsesCall,
  gemini: geminiCall,
};

/**
 * Both can be values or JSON text. The response can also be a stream of server-sent events.
 * @returns null for an unknown API
 */
export function rawCall(request: unknown, response: unknown, api?: RawApi): RawFields | null {
  const { asked, answered, of } = askedAndAnswered(request, response, api);
  return of === null ? null : READERS[of](asked, answered);
}

export function askedAndAnswered(
  request: unknown,
  response: unknown,
  api: RawApi | undefined,
): { asked: Loose; answered: Loose; of: RawApi | null } {
  const asked = recordOf(parsed(request));
  const answered = wholeResponse(parsed(response));
  return { asked, answered, of: api ?? apiOf(asked, answered) };
}

export function apiOf(request: Loose, response: Loose): RawApi | null {
  if (response.object === "response" || ("input" in request && !("messages" in request)))
    return "openai.responses";
  if ("contents" in request) return "gemini";
  if (response.type === "message" || looksAnthropic(request)) return "anthropic";
  if (Array.isArray(request.messages) || Array.isArray(response.choices)) return "openai.chat";
  return null;
}

function looksAnthropic(request: Loose): boolean {
  if (!Array.isArray(request.messages)) return false;
  return (
    "system" in request ||
    "context_management" in request ||
    "thread" in request ||
    recordsOf(request.tools).some((tool) => "input_schema" in tool) ||
    recordsOf(request.messages).some((message) =>
      blocksOf(message.content).some((block) => block.type === "tool_use" || block.type === "tool_result"),
    )
  );
}

function blocksOf(content: unknown): Loose[] {
  return Array.isArray(content) ? recordsOf(content) : [];
}

function geminiCall(request: Loose, response: Loose): RawFields {
  const config = recordOf(request.config);
  const candidate = recordsOf(response.candidates)[0];
  const content = recordOf(candidate?.content ?? response.content);
  const usage = recordOf(response.usageMetadata ?? response.usage_metadata);
  return known({
    provider: "gemini",
    model: nameIn(response.modelVersion) ?? nameIn(request.model),
    system: systemItems(partsOf(request.systemInstruction ?? config.system_instruction)),
    tools: toolItems(request.tools ?? config.tools),
    messages: partMessages(contentsOf(request.contents)),
    answer: Array.isArray(content.parts)
      ? itemsOfParts("assistant", content.parts, new ToolCalls())
      : undefined,
    unread: [...unknownKeys(content, GEMINI_CONTENT)],
    stopReason: nameIn(candidate?.finishReason ?? response.finish_reason),
    usage: inclusiveUsage({
      input: countOf(usage.promptTokenCount ?? usage.prompt_token_count),
      output: countOf(usage.candidatesTokenCount ?? usage.candidates_token_count),
      cacheRead: countOf(usage.cachedContentTokenCount ?? usage.cached_content_token_count),
      reasoning: countOf(usage.thoughtsTokenCount ?? usage.thoughts_token_count),
    }),
  });
}

/** A text, or a list of texts, is a user message. */
function contentsOf(contents: unknown): unknown {
  const listed = typeof contents === "string" ? [contents] : contents;
  if (!Array.isArray(listed)) return listed;
  return (listed as unknown[]).map((content) =>
    typeof content === "string" ? { role: "user", parts: [{ text: content }] } : content,
  );
}

function partsOf(instructions: unknown): unknown {
  return typeof instructions === "string" ? instructions : recordOf(instructions).parts;
}

function parsed(value: unknown): unknown {
  return typeof value === "string" ? (jsonIn(value) ?? value) : value;
}
