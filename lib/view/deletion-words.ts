import { count, plural } from "./format/format";

/** What deleting all sessions of a project takes: those of the list, and those below and beside them. */
export function allSessions({
  listed,
  beside,
}: {
  readonly listed: number;
  readonly beside: number;
}): string {
  const others = beside > 0 ? `, with ${count(beside)} sub-agents, side calls and replays` : "";
  return `${listed === 1 ? "the" : "all"} ${plural(listed, "session")} of this project${others}`;
}
