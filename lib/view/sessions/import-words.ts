import type { SeverityCounts } from "../severity";
import { describeCounts } from "../severity";
import { plural } from "../format/format";
import { revealText } from "../format/trace-text";

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
  }[];
}

interface ImportedSession {
  readonly id: string;
  readonly name: string | null;
  readonly externalId: string;
  readonly findings: SeverityCounts | null;
}

/** @param sessions the worst first, at most as many as are shown */
export function findWorstImported(sessions: readonly ImportedSession[], total: number): WorstImported {
  const rows = sessions.filter(
    ({ findings }) => (findings?.serious ?? 0) > 0 || (findings?.warning ?? 0) > 0,
  );
  const all = total === 1 ? "the session" : `the ${total} sessions`;
  const isKnown = sessions.every(({ findings }) => findings !== null);
  return {
    words:
      rows.length > 0
        ? `Look here first, of ${all}:`
        : isKnown
          ? `No serious finding and no warning in ${all}.`
          : "They are not analysed yet. The list shows what is found.",
    rows: rows.map(({ id, name, externalId, findings }) => ({
      id,
      href: `/sessions/${encodeURIComponent(id)}`,
      name: revealText(name ?? externalId),
      found: describeCounts(findings),
    })),
  };
}
