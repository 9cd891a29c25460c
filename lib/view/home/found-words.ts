import { count, plural } from "../format/format";

interface Found {
  readonly agent: string;
  readonly sessions: number;
  readonly isMore: boolean;
}

/** "Claude Code (34 sessions), Codex (12) and pi (3) found here"; `null` where nothing is. */
export function describeFound(found: readonly Found[]): string | null {
  const named = found.map(({ agent, sessions, isMore }, n) => {
    const least = isMore ? "at least " : "";
    return `${agent} (${least}${n === 0 ? plural(sessions, "session") : count(sessions)})`;
  });
  const last = named.pop();
  if (last === undefined) return null;
  return `${named.length === 0 ? last : `${named.join(", ")} and ${last}`} found here`;
}
