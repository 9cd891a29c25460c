import { count, plural } from "../format/format";

const COUNTED_MAX = 10_000;

export function listSummary(shown: number, total: number, filtered: boolean): string {
  if (total === 0) return filtered ? "No session matches these filters." : "No sessions yet.";
  const sessions = total < COUNTED_MAX ? plural(total, "session") : `${count(total)} or more sessions`;
  const what = filtered ? `${sessions} ${total === 1 ? "matches" : "match"}` : sessions;
  return shown < total ? `${what}, ${count(shown)} on this page` : what;
}
