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
export function readOllamaCall(asked: Loose, answered: Loose): RawFields {
  const calls = new NumberedCalls();
  const request = asked.messages === undefined ? { ...asked, messages: readPromptMessages(asked) } : asked;
  const text = stringOf(answered.response);
  const message = text === undefined ? answered.message : { role: "assistant", content: text };
  const response: Loose = { ...answered, message };
  const messages = recordsOf(request.messages).map((message) => convertToChat(message, calls));
  const inRequest = calls.given.length;
  const said = recordOf(response.message);
  const answer = said.role === undefined ? undefined : readItemsOfMessage(convertToChat(said, calls));
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

function convertToChat(asked: Loose, calls: NumberedCalls): Loose {
  if (asked.tool_calls === undefined && asked.role !== "tool") return spoken(asked);
  const ids = recordsOf(asked.tool_calls).map((call) =>
    calls.openCall(nameIn(recordOf(call.function).name) ?? ""),
  );
  const isResult = asked.role === "tool" && (asked.tool_call_id ?? null) === null;
  const answered = isResult ? calls.answerCall(nameIn(asked.tool_name) ?? nameIn(asked.name)) : undefined;
  return addIds(asked, [...ids, answered], () => makeChatMessage(asked, ids, answered));
}

const spoken = makeOnce((message: Loose) => makeChatMessage(message, [], undefined));

function makeChatMessage(
  { thinking, images, tool_calls: made, tool_name: named, ...message }: Loose,
  ids: readonly string[],
  answered: string | undefined,
): Loose {
  const pictures = recordsOf(Array.isArray(images) ? images.map(() => ({ type: "image" })) : []);
  const text = stringOf(message.content);
  const content =
    pictures.length === 0
      ? message.content
      : [...(text === undefined ? [] : [{ type: "text", text }]), ...pictures];
  const name = nameIn(named) ?? nameIn(message.name);
  const asked = recordsOf(made).map((call, i) => ({ id: ids[i], ...call }));
  return {
    ...message,
    content,
    ...(stringOf(thinking) !== undefined && { reasoning_content: thinking }),
    ...(asked.length > 0 && { tool_calls: asked }),
    ...(message.role === "tool" && { name, tool_call_id: message.tool_call_id ?? answered }),
  };
}
