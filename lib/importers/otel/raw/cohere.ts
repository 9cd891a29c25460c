import { once } from "@/lib/core/once";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { itemsOfMessage } from "../../messages/openai";
import { idIn, nameIn } from "../../shared/bounds";
import type { Loose } from "../../shared/values";
import { countOf, definedFields, recordOf, recordsOf, stringOf } from "../../shared/values";
import { chatMessages, toolItems } from "../spans/messages";
import { inclusiveUsage } from "../spans/usage";
import { asCohereV2, isCohereV1 } from "./cohere-v1";
import { failureText } from "./failure";
import type { RawFields } from "./fields";

/** Cohere's chat API. Documents beside the messages stand before them. */
export function cohereCall(asked: Loose, answered: Loose): RawFields {
  const { request, response, givenIds } = isCohereV1(asked, answered)
    ? asCohereV2(asked, answered)
    : { request: asked, response: answered, givenIds: undefined };
  const usage = recordOf(response.usage);
  const counted = recordOf(usage.tokens ?? usage.billed_units);
  const message = recordOf(response.message);
  return definedFields({
    provider: "cohere",
    model: nameIn(request.model),
    system: documentsOf(request.documents),
    tools: toolItems(request.tools),
    messages: Array.isArray(request.messages)
      ? chatMessages(recordsOf(request.messages).map(asChatOnce))
      : undefined,
    answer: message.role === undefined ? undefined : itemsOfMessage(asChat(message)),
    givenIds,
    responseId: idIn(response.id),
    stopReason: nameIn(response.finish_reason),
    usage: inclusiveUsage({
      input: countOf(counted.input_tokens),
      output: countOf(counted.output_tokens),
      cacheRead: countOf(usage.cached_tokens),
    }),
    error: failureText(response.error) ?? stringOf(response.message),
  });
}

function asChat({ tool_plan: plan, content, ...message }: Loose): Loose {
  const parts = Array.isArray(content) ? recordsOf(content) : [];
  const thoughts = parts.flatMap(({ type, thinking }) =>
    type === "thinking" ? [stringOf(thinking) ?? ""] : [],
  );
  const thought = [stringOf(plan), ...thoughts].filter((text) => text).join("\n");
  return {
    ...message,
    content: Array.isArray(content)
      ? parts.filter(({ type }) => type !== "thinking").map(shownPart)
      : content,
    ...(thought !== "" && { reasoning_content: thought }),
  };
}

const asChatOnce = once(asChat);

function shownPart(part: Loose): Loose {
  return part.type === "document" ? { type: "text", text: textOf(part.document ?? part) } : part;
}

function documentsOf(documents: unknown): SeenItem[] | undefined {
  if (!Array.isArray(documents) || documents.length === 0) return undefined;
  return (documents as unknown[]).map((document) => ({ kind: "retrieval", content: textOf(document) }));
}

function textOf(document: unknown): string {
  const { data = document, id } = recordOf(document);
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return typeof id === "string" ? `${id}\n${text}` : text;
}
