import type { Message } from "../contract/message";

/** How many session items a message is: its text, or nothing at all, is one; each call is one more. */
export function itemCount(message: Message): number {
  const calls = message.toolCalls?.length ?? 0;
  return calls + (message.text !== "" || calls === 0 ? 1 : 0);
}

/** Items that count towards a compaction: all but what the user said. */
export function candidateCount(message: Message): number {
  return message.role === "user" ? 0 : itemCount(message);
}

/** How a compaction is asked for. */
export type CompactionMode = "auto" | "input" | "previous_response_id";

/** Why a session cannot be compacted in this way where no response has an id; null where it can. */
export function modeProblem(mode: CompactionMode): string | null {
  return mode === "previous_response_id"
    ? "compactionMode previous_response_id needs the id of the last completed response."
    : null;
}

/** The mode that `auto` comes to; throws where a response id is needed and there is none. */
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

/** Non-user items from which on a session is compacted. */
export const CANDIDATES_THRESHOLD = 10;
