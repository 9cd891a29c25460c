import { makeOnce } from "@/lib/core/once";
import { readItemsOfMessage } from "../../messages/openai";
import { nameIn } from "../../shared/bounds";
import type { Loose } from "../../shared/values";
import { countOf, keepDefined, recordOf, recordsOf, stringOf } from "../../shared/values";
import { chatMessages, readToolItems } from "../spans/messages";
import { makeInclusiveUsage } from "../spans/usage";
import { describeFailure } from "./failure";
import type { RawFields } from "./fields";
import { NumberedCalls, addIds } from "./numbered-calls";

/** Ollama's chat API, and the older one for a single prompt. Its calls have no ids, and images stand beside the text. */
export function readOllamaCall(requestBody: Loose, responseBody: Loose): RawFields {
  const calls = new NumberedCalls();
  const request =
    requestBody.messages === undefined
      ? { ...requestBody, messages: readPromptMessages(requestBody) }
      : requestBody;
  const text = stringOf(responseBody.response);
  const message = text === undefined ? responseBody.message : { role: "assistant", content: text };
  const response: Loose = { ...responseBody, message };
  const messages = recordsOf(request.messages).map((message) => convertToChat(message, calls));
  const inRequest = calls.given.length;
  const reply = recordOf(response.message);
  const answer = reply.role === undefined ? undefined : readItemsOfMessage(convertToChat(reply, calls));
  return keepDefined({
    provider: "ollama",
    model: nameIn(response.model) ?? nameIn(request.model),
    tools: readToolItems(request.tools),
    messages: Array.isArray(request.messages) ? chatMessages(messages) : undefined,
    answer,
    givenIds: calls.given.slice(inRequest),
    stopReason: nameIn(response.done_reason),
    usage: makeInclusiveUsage({
      input: countOf(response.prompt_eval_count),
      output: countOf(response.eval_count),
    }),
    error: describeFailure(response.error),
  });
}

/** A prompt without a conversation, as the older APIs take it, with the rules that stand beside it. */
export function readPromptMessages({ prompt, system }: Loose): Loose[] | undefined {
  const texts = typeof prompt === "string" ? [prompt] : Array.isArray(prompt) ? (prompt as unknown[]) : [];
  const messages = texts.flatMap((text) =>
    typeof text === "string" ? [{ role: "user", content: text }] : [],
  );
  if (messages.length === 0) return undefined;
  return stringOf(system) === undefined ? messages : [{ role: "system", content: system }, ...messages];
}

function convertToChat(message: Loose, calls: NumberedCalls): Loose {
  if (message.tool_calls === undefined && message.role !== "tool") return spoken(message);
  const ids = recordsOf(message.tool_calls).map((call) =>
    calls.openCall(nameIn(recordOf(call.function).name) ?? ""),
  );
  const isResult = message.role === "tool" && (message.tool_call_id ?? null) === null;
  const answered = isResult ? calls.answerCall(nameIn(message.tool_name) ?? nameIn(message.name)) : undefined;
  return addIds(message, [...ids, answered], () => makeChatMessage(message, ids, answered));
}

const spoken = makeOnce((message: Loose) => makeChatMessage(message, [], undefined));

function makeChatMessage(
  { thinking, images, tool_calls: toolCalls, tool_name: toolName, ...message }: Loose,
  ids: readonly string[],
  answered: string | undefined,
): Loose {
  const pictures = recordsOf(Array.isArray(images) ? images.map(() => ({ type: "image" })) : []);
  const text = stringOf(message.content);
  const content =
    pictures.length === 0
      ? message.content
      : [...(text === undefined ? [] : [{ type: "text", text }]), ...pictures];
  const name = nameIn(toolName) ?? nameIn(message.name);
  const callsWithIds = recordsOf(toolCalls).map((call, i) => ({ id: ids[i], ...call }));
  return {
    ...message,
    content,
    ...(stringOf(thinking) !== undefined && { reasoning_content: thinking }),
    ...(callsWithIds.length > 0 && { tool_calls: callsWithIds }),
    ...(message.role === "tool" && { name, tool_call_id: message.tool_call_id ?? answered }),
  };
}
