import type { Session } from "../trace/session";

/** How often a session called each tool: every call once, also one of which only the result is recorded. */
export function countCalls({ blocks }: Session): ReadonlyMap<string, number> {
  const calls = new Map<string, Set<string>>();
  for (const { kind, toolName, toolCallId, id } of blocks) {
    const isCall = kind === "tool_call" || (kind === "tool_result" && toolCallId !== null);
    if (!isCall || toolName === null) continue;
    calls.set(toolName, (calls.get(toolName) ?? new Set()).add(toolCallId ?? id));
  }
  return new Map([...calls].map(([tool, ids]) => [tool, ids.size]));
}
