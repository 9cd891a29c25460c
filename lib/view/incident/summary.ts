import { findFullest } from "@/lib/core/trace/peak";
import type { Snapshot } from "@/lib/incident/snapshot";
import { formatCompact, plural } from "../format/format";

/**
 * An incident in two lines without any text of the trace: what went wrong and when, and how much there was of it. Pages
 * and cards of links begin with them.
 */
export function buildIncidentSummary(snapshot: Snapshot): readonly [what: string, howMuch: string] {
  return [makeWhatLine(snapshot), makeHowMuchLine(snapshot)];
}

/** The summary, and what happened in the whole session where that is known. */
export function listIncidentLines(snapshot: Snapshot): readonly string[] {
  const { story } = snapshot;
  return [...buildIncidentSummary(snapshot), ...(story === undefined ? [] : [`The whole session: ${story}`])];
}

function makeWhatLine({ entries, counts, outcome }: Snapshot): string {
  const findings = entries.filter(({ kind, severity }) => kind === "finding" && severity !== null);
  const worst = findings.find(({ severity }) => severity === "serious") ?? findings[0];
  if (worst === undefined)
    return outcome === null ? "Nothing was found in this range." : `The session ended: ${outcome}.`;
  const others = (counts?.serious ?? 0) + (counts?.warnings ?? 0) - 1;
  const more = others > 0 ? `, and ${plural(others, "other finding")}` : "";
  return `Turn ${worst.turn}: ${worst.plain}${more}.`;
}

function makeHowMuchLine({ from, to, turns, counts, outcome }: Snapshot): string {
  const fullest = findFullestTurn(turns);
  const range = from === to ? `Turn ${from}` : `Turns ${from} to ${to}`;
  const parts = [
    ...(fullest === null ? [] : [`a window of up to ${formatCompact(fullest)} tokens`]),
    ...(counts === undefined
      ? []
      : [
          plural(counts.evictions, "eviction"),
          `${plural(counts.fetchedAgain, "result")} fetched again`,
          plural(counts.repeatedCalls, "repeated call"),
        ]),
    ...(outcome === null ? [] : [`outcome ${outcome}`]),
  ];
  return `${range}: ${parts.join(", ")}.`;
}

/** Tokens of the fullest window of a range; `null` where no size is known. */
export function findFullestTurn(turns: Snapshot["turns"]): number | null {
  return findFullest(turns, ({ tokens: value, provenance }) => ({ value, provenance }))?.tokens ?? null;
}
