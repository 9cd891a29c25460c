import type { Message } from "../contract/message";

/** The session items of a message: one for its text, even if the message is empty, and one for each call. */
export function itemCount(message: Message): number {
  const calls = message.toolCalls?.length ?? 0;
  return calls + (message.text !== "" || calls === 0 ? 1 : 0);
}

/** Items that count towards a compaction: all except user messages. */
export function candidateCount(message: Message): number {
  return message.role === "user" ? 0 : itemCount(message);
}

export type CompactionMode = "auto" | "input" | "previous_response_id";

/** Why this mode cannot compact a session whose responses have no id; `null` if it can. */
export function modeProblem(mode: CompactionMode): string | null {
  return mode === "previous_response_id"
    ? "compactionMode previous_response_id needs the id of the last completed response."
    : null;
}

/** The mode that `auto` resolves to. Throws if a response id is needed and there is none. */
export function resolveMode(
  mode: CompactionMode,
  responseId: string | null,
  store: boolean | null,
): Exclude<CompactionMode, "auto"> {
  const resolved =
    mode !== "auto" ? mode : store === false || responseId === null ? "input" : "previous_response_id";
  const problem = responseId === null ? modeProblem(resolved) : null;
  if (problem !== null) throw new Error(problem);
  return resolved;
}

export const CANDIDATES_THRESHOLD = 10;
