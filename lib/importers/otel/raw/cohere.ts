import { makeOnce } from "@/lib/core/once";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { readItemsOfMessage } from "../../messages/openai";
import { findId, nameIn } from "../../shared/bounds";
import type { Loose } from "../../shared/values";
import { countOf, keepDefined, recordOf, recordsOf, stringOf } from "../../shared/values";
import { chatMessages, readToolItems } from "../spans/messages";
import { makeInclusiveUsage } from "../spans/usage";
import { convertToCohereV2, isCohereV1 } from "./cohere-v1";
import { describeFailure } from "./failure";
import type { RawFields } from "./fields";

/** Cohere's chat API. Documents beside the messages stand before them. */
export function readCohereCall(requestBody: Loose, responseBody: Loose): RawFields {
  const { request, response, givenIds } = isCohereV1(requestBody, responseBody)
    ? convertToCohereV2(requestBody, responseBody)
    : { request: requestBody, response: responseBody, givenIds: undefined };
  const usage = recordOf(response.usage);
  const countedTokens = recordOf(usage.tokens ?? usage.billed_units);
  const message = recordOf(response.message);
  return keepDefined({
    provider: "cohere",
    model: nameIn(request.model),
    system: readDocuments(request.documents),
    tools: readToolItems(request.tools),
    messages: Array.isArray(request.messages)
      ? chatMessages(recordsOf(request.messages).map(asChatOnce))
      : undefined,
    answer: message.role === undefined ? undefined : readItemsOfMessage(convertToChat(message)),
    givenIds,
    responseId: findId(response.id),
    stopReason: nameIn(response.finish_reason),
    usage: makeInclusiveUsage({
      input: countOf(countedTokens.input_tokens),
      output: countOf(countedTokens.output_tokens),
      cacheRead: countOf(usage.cached_tokens),
    }),
    error: describeFailure(response.error) ?? stringOf(response.message),
  });
}

function convertToChat({ tool_plan: plan, content, ...message }: Loose): Loose {
  const parts = Array.isArray(content) ? recordsOf(content) : [];
  const thoughts = parts.flatMap(({ type, thinking }) =>
    type === "thinking" ? [stringOf(thinking) ?? ""] : [],
  );
  const thought = [stringOf(plan), ...thoughts].filter((text) => text).join("\n");
  return {
    ...message,
    content: Array.isArray(content) ? parts.filter(({ type }) => type !== "thinking").map(showPart) : content,
    ...(thought !== "" && { reasoning_content: thought }),
  };
}

const asChatOnce = makeOnce(convertToChat);

function showPart(part: Loose): Loose {
  return part.type === "document" ? { type: "text", text: readDocumentText(part.document ?? part) } : part;
}

function readDocuments(documents: unknown): SeenItem[] | undefined {
  if (!Array.isArray(documents) || documents.length === 0) return undefined;
  return (documents as unknown[]).map((document) => ({
    kind: "retrieval",
    content: readDocumentText(document),
  }));
}

function readDocumentText(document: unknown): string {
  const { data = document, id } = recordOf(document);
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return typeof id === "string" ? `${id}\n${text}` : text;
}
