import { plural } from "../format/format";

/** Deleting all sessions also deletes those that the list does not show. */
export function describeAllSessions({
  listed,
  beside,
}: {
  readonly listed: number;
  readonly beside: number;
}): string {
  const others =
    beside > 0
      ? `, with ${plural(beside, "recording")} that the list leaves out (sub-agents, side calls and replays)`
      : "";
  return `${listed === 1 ? "the" : "all"} ${plural(listed, "session")} of this project${others}`;
}
