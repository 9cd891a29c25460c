import type { Provenance } from "@/lib/core/vocabulary";
import { plural, describeProvenance, formatSigned, formatTokens } from "../format/format";

interface PanelInput {
  readonly windowTokens: number | null;
  readonly provenance: Provenance;
  readonly total: number;
  readonly turn: {
    readonly windowKnown: boolean;
    readonly delta: number | null;
    readonly causedByTurn: number | null;
    readonly toolCalls: number;
  };
  readonly counts: { readonly entered: number; readonly evictions: number };
}

/** A part is `null` where the source does not show it. */
export function describePanel({ windowTokens, provenance, total, turn, counts }: PanelInput) {
  return {
    size: formatTokens(windowTokens, provenance),
    sizeTitle: describeProvenance(provenance),
    blocks: turn.windowKnown ? ` in ${plural(total, "block")}` : null,
    growth: turn.causedByTurn === null ? null : { value: formatSigned(turn.delta), turn: turn.causedByTurn },
    entered: turn.windowKnown ? `${plural(counts.entered, "block")} came in` : null,
    evictions: plural(counts.evictions, "eviction"),
    calls: `${plural(turn.toolCalls, "tool call")} made`,
  };
}

export function describeMoreDepartures(more: number): string {
  return `and ${plural(more, "more eviction")}, which the list of evictions has`;
}

/** Where a search in the window is: "3 of 12", or how many match before the first jump. */
export function matchWords(place: number, matches: number): string {
  return place < 0 ? plural(matches, "block") : `${place + 1} of ${matches}`;
}
