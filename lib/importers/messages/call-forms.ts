import type { Loose } from "../shared/values";
import { recordOf, recordsOf, stringOf } from "../shared/values";

/** LangChain's handlers can leave the calls where the provider's answer had them. */
export function callsBeside(message: Loose): Loose[] {
  const calls = recordsOf(message.tool_calls);
  return calls.length > 0 ? calls : recordsOf(recordOf(message.additional_kwargs).tool_calls);
}

export function isBareCall({ role, toolName, toolCallId, ...rest }: Loose): boolean {
  const isResult = rest.result !== undefined || rest.output !== undefined;
  return (
    role === undefined && stringOf(toolName) !== undefined && stringOf(toolCallId) !== undefined && !isResult
  );
}

export function isResponseItem({ role, type, call_id: call }: Loose): boolean {
  const named = stringOf(type);
  if (role !== undefined || named === undefined) return false;
  return named === "reasoning" || (stringOf(call) !== undefined && /_(call|output|result)$/.test(named));
}

/** `null` when the content is not a list of calls, or its JSON text. */
export function callsAsContent(content: unknown): Loose[] | null {
  if (!Array.isArray(content) && (typeof content !== "string" || !/^\s*\[\s*\{/.test(content))) return null;
  const calls = recordsOf(content);
  const areCalls = calls.every(({ type, id, function: fn }) => {
    const { name, arguments: args } = recordOf(fn);
    return (
      type === "function" && stringOf(id) !== undefined && stringOf(name) !== undefined && args !== undefined
    );
  });
  return calls.length > 0 && areCalls ? calls : null;
}

export function isDefinition(content: unknown): boolean {
  const { type, function: fn } = recordOf(content);
  const { name, arguments: args } = recordOf(fn);
  return type === "function" && stringOf(name) !== undefined && args === undefined;
}
