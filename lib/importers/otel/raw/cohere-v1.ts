import { nameIn } from "../../shared/bounds";
import type { Loose } from "../../shared/values";
import { recordOf, recordsOf, stringOf } from "../../shared/values";
import { NumberedCalls } from "./numbered-calls";

/** Whether a request is one of Cohere's chat API, version 1: it has one message, and the conversation beside it. */
export function isCohereV1(request: Loose, response: Loose): boolean {
  return (
    typeof request.message === "string" && ("chat_history" in request || typeof response.text === "string")
  );
}

/** A call of version 1 in the form of version 2, with the ids that its tool calls were given: they have none. */
export function convertToCohereV2(
  request: Loose,
  answered: Loose,
): { readonly request: Loose; readonly response: Loose; readonly givenIds: readonly string[] } {
  const calls = new NumberedCalls();
  const preamble = stringOf(request.preamble);
  const messages = [
    ...(preamble === undefined ? [] : [{ role: "system", content: preamble }]),
    ...recordsOf(request.chat_history).flatMap((turn) => readMessages(turn, calls)),
    ...(request.message === "" ? [] : [{ role: "user", content: request.message }]),
    ...readResults(request.tool_results, calls),
  ];
  const inRequest = calls.given.length;
  const hasAnswer = typeof answered.text === "string" || Array.isArray(answered.tool_calls);
  return {
    request: { ...request, messages, tools: recordsOf(request.tools).map(convertTool) },
    response: {
      ...answered,
      id: answered.response_id ?? answered.generation_id,
      usage: answered.meta,
      message: hasAnswer
        ? { role: "assistant", content: answered.text ?? "", ...readCalls(answered.tool_calls, calls) }
        : answered.message,
    },
    givenIds: calls.given.slice(inRequest),
  };
}

const ROLES: Readonly<Record<string, string>> = { USER: "user", CHATBOT: "assistant", SYSTEM: "system" };

function readMessages(turn: Loose, calls: NumberedCalls): Loose[] {
  const role = String(turn.role).toUpperCase();
  if (role === "TOOL") return readResults(turn.tool_results, calls);
  return [
    { role: ROLES[role] ?? turn.role, content: turn.message ?? "", ...readCalls(turn.tool_calls, calls) },
  ];
}

function readCalls(toolCalls: unknown, calls: NumberedCalls): Loose {
  const chatCalls = recordsOf(toolCalls).map(({ name, parameters }) => ({
    id: calls.openCall(nameIn(name) ?? ""),
    type: "function",
    function: { name, arguments: JSON.stringify(parameters ?? {}) },
  }));
  return chatCalls.length === 0 ? {} : { tool_calls: chatCalls };
}

function readResults(results: unknown, calls: NumberedCalls): Loose[] {
  return recordsOf(results).map(({ call, outputs }) => {
    const name = nameIn(recordOf(call).name);
    return {
      role: "tool",
      name,
      tool_call_id: calls.answerCall(name),
      content: JSON.stringify(outputs ?? []),
    };
  });
}

function convertTool({ name, description, parameter_definitions: parameters }: Loose): Loose {
  return { type: "function", function: { name, description, parameters } };
}
