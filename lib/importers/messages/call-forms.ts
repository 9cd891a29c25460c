import type { Loose } from "../shared/values";
import { recordOf, recordsOf, stringOf } from "../shared/values";

/** The calls beside a message's content; LangChain's handlers may leave them where the provider's answer had them. */
export function callsBeside(message: Loose): Loose[] {
  const calls = recordsOf(message.tool_calls);
  return calls.length > 0 ? calls : recordsOf(recordOf(message.additional_kwargs).tool_calls);
}

/** A call that stands where a message would, as the AI SDK's answers are recorded. */
export function isBareCall({ role, toolName, toolCallId, ...rest }: Loose): boolean {
  const isResult = rest.result !== undefined || rest.output !== undefined;
  return (
    role === undefined && stringOf(toolName) !== undefined && stringOf(toolCallId) !== undefined && !isResult
  );
}

/** An item of OpenAI's Responses API other than a message. */
export function isResponseItem({ role, type, call_id: call }: Loose): boolean {
  const named = stringOf(type);
  if (role !== undefined || named === undefined) return false;
  return named === "reasoning" || (stringOf(call) !== undefined && /_(call|output|result)$/.test(named));
}

/** Calls that an integration recorded as the JSON text of a message; `null` when the content is anything else. */
export function callsAsText(content: unknown): Loose[] | null {
  if (typeof content !== "string" || !/^\s*\[\s*\{/.test(content)) return null;
  const calls = recordsOf(content);
  const areCalls = calls.every(({ type, id, function: fn }) => {
    const { name, arguments: args } = recordOf(fn);
    return (
      type === "function" && stringOf(id) !== undefined && stringOf(name) !== undefined && args !== undefined
    );
  });
  return calls.length > 0 && areCalls ? calls : null;
}

/** The definition of a tool, which some integrations record among the messages. */
export function isDefinition(content: unknown): boolean {
  const { type, function: fn } = recordOf(content);
  const { name, arguments: args } = recordOf(fn);
  return type === "function" && stringOf(name) !== undefined && args === undefined;
}
