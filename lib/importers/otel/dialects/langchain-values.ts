import { ChatMessages } from "../../messages/chat-message";
import { findId } from "../../shared/bounds";
import type { Loose } from "../../shared/values";
import { recordOf, recordsOf, stringOf } from "../../shared/values";
import type { CallPart, OtelMessage, ToolRun } from "../spans/facts";
import { readPartRole } from "../spans/messages";

/** A call as LangChain serialises it: a list of conversations, and generations for each. `null` for anything else. */
export function readLangchainCall(request: unknown, response: unknown): Partial<CallPart> | null {
  const { messages } = recordOf(request);
  const [conversation] = Array.isArray(messages) ? (messages as unknown[]) : [];
  if (!Array.isArray(conversation)) return null;
  const reader = new ChatMessages();
  const readMessages = recordsOf(conversation).map((message): OtelMessage => {
    const items = reader.message(message);
    const isResult = items.length > 0 && items.every(({ kind }) => kind === "tool_result");
    return { role: isResult ? "tool" : readPartRole(readRole(message)), items };
  });
  const { generations } = recordOf(response);
  const [first] = Array.isArray(generations) ? (generations as unknown[]) : [];
  const message = recordOf(recordsOf(first)[0]?.message);
  const fields = recordOf(message.kwargs);
  const answer = message.kwargs === undefined ? undefined : reader.message(message);
  return {
    messages: readMessages,
    ...(answer !== undefined && { answer }),
    ...(typeof fields.id === "string" && {
      responseId: findId(recordOf(fields.response_metadata).id) ?? findId(fields.id),
    }),
  };
}

function readRole({ id, type }: Loose): string {
  const name = Array.isArray(id) ? String(id.at(-1)) : String(type);
  return name.replace(/Message(Chunk)?$/, "").toLowerCase();
}

/** What a tool gave back, where LangChain wrote the message of it down. */
export function readLangchainResult(value: unknown): Partial<Pick<ToolRun, "callId" | "result" | "isError">> {
  const { kwargs } = recordOf(recordOf(value).output ?? value);
  const { content, tool_call_id: callId, status } = recordOf(kwargs);
  if (callId === undefined) return {};
  return {
    callId: findId(callId),
    ...(stringOf(content) !== undefined && { result: stringOf(content) }),
    ...(status === "error" && { isError: true }),
  };
}
