import type { SourceKind } from "@/lib/core/vocabulary";
import { pickKindColor, labelKind } from "../chart/palette";
import { revealText } from "../format/trace-text";
import type { MatchLane } from "../format/match-line";
import { makeWhyHref } from "./links";

export interface WhySuggestionInput {
  readonly why: "evidence" | "fetched" | "constraint" | "failed_call" | "left";
  readonly turn: number | null;
  readonly block: string | null;
  readonly q: string | null;
  readonly kind: SourceKind;
  readonly name: string | null;
  readonly hint: string;
  readonly value: string | null;
}

export interface WhySuggestion {
  readonly key: string;
  readonly href: string;
  readonly name: string;
  readonly hint: string;
  readonly color: string;
  readonly turn: string;
  /** When it stood in the window; `null` where that is not told. */
  readonly lane: MatchLane | null;
}

export interface WhySuggestionGroup {
  readonly title: string;
  readonly rows: readonly WhySuggestion[];
}

const TITLES: Readonly<Record<WhySuggestionInput["why"], string>> = {
  evidence: "Evidence that was gone when it was used",
  fetched: "Fetched again after they had left",
  constraint: "Constraints that a compaction took out",
  failed_call: "The last call that failed",
  left: "The largest blocks that left for good",
};

export function listWhySuggestionGroups(
  sessionId: string,
  suggestions: readonly WhySuggestionInput[],
): WhySuggestionGroup[] {
  return (Object.keys(TITLES) as WhySuggestionInput["why"][]).flatMap((why) => {
    const rows = suggestions.filter((suggestion) => suggestion.why === why);
    return rows.length === 0
      ? []
      : [{ title: TITLES[why], rows: rows.map((row, i) => buildRow(sessionId, row, i)) }];
  });
}

function buildRow(sessionId: string, facts: WhySuggestionInput, i: number): WhySuggestion {
  const { turn, block, q, kind, name, hint, value } = facts;
  return {
    key: `${i} ${block ?? q ?? ""}`,
    href: makeWhyHref(sessionId, turn, block === null ? { q: q ?? "" } : { block }),
    name: revealText(name ?? labelKind(kind)),
    hint: revealText([hint, ...(value === null ? [] : [`used: “${value}”`])].filter(Boolean).join(" · ")),
    color: pickKindColor(kind),
    turn: turn === null ? "" : `turn ${turn}`,
    lane: null,
  };
}
