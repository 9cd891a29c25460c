import type { SeverityCounts } from "../severity";
import { describeCounts } from "../severity";
import type { Story } from "@/lib/core/story/story-schema";
import { count, plural } from "../format/format";
import { revealText } from "../format/trace-text";
import { writeStoryText } from "../story/story-words";

interface Imported {
  readonly format: string;
  readonly sessions: readonly unknown[];
  readonly events: { readonly accepted: number };
  readonly warnings: readonly { readonly file: string; readonly code: string }[];
}

/** Warnings that say that nothing of their file was read. */
const REFUSALS: ReadonlySet<string> = new Set(["unrecognised", "no_session"]);

export function describeImported({ format, sessions, events, warnings }: Imported): string {
  const news =
    events.accepted === 0 ? ", all of it known already" : `, ${plural(events.accepted, "new event")}`;
  const refused = new Set(warnings.filter(({ code }) => REFUSALS.has(code)).map(({ file }) => file)).size;
  const lacks = refused === 0 ? "" : `; ${plural(refused, "file")} could not be read`;
  return `: ${plural(sessions.length, "session")} (${format})${news}${lacks}`;
}

export function describeImportedTurns(turns: number | null): string {
  return turns === null ? "being worked out" : plural(turns, "turn");
}

export function describeWarnings(warnings: number): string {
  return plural(warnings, "warning");
}

export interface WorstImported {
  readonly words: string;
  readonly rows: readonly {
    readonly id: string;
    readonly href: string;
    readonly name: string;
    readonly found: string;
    /** What happened in it; empty while that is not known. */
    readonly story: string;
  }[];
}

interface ImportedSession {
  readonly id: string;
  readonly name: string | null;
  readonly externalId: string;
  readonly findings: SeverityCounts | null;
  readonly story?: Story | null | undefined;
}

/**
 * "19 sessions: open the 3 worst".
 * @param sessions those that are known, in any order
 * @param pending how many of all are not analysed yet
 */
export function findWorstImported(
  sessions: readonly ImportedSession[],
  total: number,
  pending = 0,
): WorstImported {
  const rows = sessions
    .filter(({ findings }) => (findings?.serious ?? 0) > 0 || (findings?.warning ?? 0) > 0)
    .toSorted(
      (a, b) =>
        countHarm(b, "serious") - countHarm(a, "serious") ||
        countHarm(b, "warning") - countHarm(a, "warning"),
    )
    .slice(0, SHOWN_MAX);
  return {
    words: describeWorst(rows.length, total, pending),
    rows: rows.map(({ id, name, externalId, findings, story = null }) => ({
      id,
      href: `/sessions/${encodeURIComponent(id)}`,
      name: revealText(name ?? externalId),
      found: describeCounts(findings),
      story: story === null ? "" : writeStoryText(story),
    })),
  };
}

const SHOWN_MAX = 3;

function countHarm({ findings }: ImportedSession, severity: "serious" | "warning"): number {
  return findings?.[severity] ?? 0;
}

function describeWorst(found: number, total: number, pending: number): string {
  if (pending > 0) {
    const known = `${count(total - pending)} of ${plural(total, "session")} analysed`;
    return found === 0 ? `${known}…` : `${known}; the worst so far:`;
  }
  const all = total === 1 ? "the session" : `the ${count(total)} sessions`;
  if (found === 0) return `No serious finding and no warning in ${all}.`;
  return `${plural(total, "session")}: open the ${found === 1 ? "worst" : `${found} worst`}`;
}
