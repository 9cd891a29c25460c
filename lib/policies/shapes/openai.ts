import { z } from "zod";
import { PLAINLY } from "@/lib/core/plain-issues";
import type { Message, MessageRole } from "../contract/message";
import { writeJson } from "../shared/estimate";
import { parseArguments, readPartsText, addToolNames } from "./parts";
import type { MessageShape } from "./shape";

const call = z.looseObject({
  id: z.string(),
  function: z.looseObject({ name: z.string(), arguments: z.string().optional() }),
});

const content = z.union([z.string(), z.array(z.looseObject({ type: z.string() })), z.null()]);

const chatMessage = z.looseObject({
  role: z.enum(["system", "developer", "user", "assistant", "tool"]),
  content: content.optional(),
  tool_calls: z.array(call).nullish(),
  tool_call_id: z.string().optional(),
  name: z.string().optional(),
});
type ChatMessage = z.infer<typeof chatMessage>;

/** Messages of a chat completion request. They become messages of the common form, named `m0`, `m1` and so on. */
export const openaiShape: MessageShape = {
  id: "openai",
  read(raw) {
    z.array(chatMessage).parse(raw, PLAINLY);
    // What was sent is used, not the parsed copy: its fields keep their order.
    const sent = raw as readonly ChatMessage[];
    const messages = addToolNames(sent.map(readMessage));
    const originals = new Map(messages.map((message, i) => [message.id, { message, sent: sent[i] }]));
    return {
      messages,
      write: (run) =>
        run.shown.messages().map((message) => {
          const original = originals.get(message.id);
          if (original?.sent === undefined) return { role: message.role, content: message.text };
          return original.message === message
            ? original.sent
            : rewriteMessage(original.sent, message, original.message);
        }),
    };
  },
};

function readMessage(message: ChatMessage, index: number): Message {
  const role: MessageRole = message.role === "developer" ? "system" : message.role;
  const { texts, images } = readPartsText(message.content ?? "");
  const toolCalls = message.tool_calls?.map(({ id, function: { name, arguments: args } }) => ({
    id,
    name,
    args: parseArguments(args ?? "{}"),
  }));
  return {
    id: `m${index}`,
    role,
    text: texts.join("\n"),
    ...(texts.length > 1 && { texts }),
    ...(images > 0 && { images }),
    ...(toolCalls !== undefined && toolCalls.length > 0 && { toolCalls }),
    ...(message.tool_call_id !== undefined && { toolCallId: message.tool_call_id }),
    ...(role === "tool" && message.name !== undefined && { toolName: message.name }),
  };
}

function rewriteMessage(sent: ChatMessage, message: Message, original: Message): ChatMessage {
  const calls = sent.tool_calls?.flatMap((one) => {
    const kept = message.toolCalls?.find(({ id }) => id === one.id);
    if (kept === undefined) return [];
    const before = original.toolCalls?.find(({ id }) => id === one.id);
    if (kept.args === before?.args) return [one];
    return [{ ...one, function: { ...one.function, arguments: writeJson(kept.args) } }];
  });
  const { tool_calls: _calls, ...rest } = sent;
  return {
    ...rest,
    ...(message.text !== original.text && { content: message.text }),
    ...(calls !== undefined && calls.length > 0 && { tool_calls: calls }),
  };
}
