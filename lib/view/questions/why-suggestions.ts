import type { SourceKind } from "@/lib/core/vocabulary";
import { kindColor, kindLabel } from "../chart/palette";
import { visibleText } from "../format/trace-text";
import { whyHref } from "./links";

export interface WhySuggestionInput {
  readonly why: "evidence" | "constraint" | "failed_call" | "left";
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
}

export interface WhySuggestionGroup {
  readonly title: string;
  readonly rows: readonly WhySuggestion[];
}

const TITLES: Readonly<Record<WhySuggestionInput["why"], string>> = {
  evidence: "Evidence that was gone when it was used",
  constraint: "Constraints that a compaction took out",
  failed_call: "The last call that failed",
  left: "The largest blocks that left for good",
};

export function whySuggestionGroups(
  sessionId: string,
  suggestions: readonly WhySuggestionInput[],
): WhySuggestionGroup[] {
  return (Object.keys(TITLES) as WhySuggestionInput["why"][]).flatMap((why) => {
    const rows = suggestions.filter((suggestion) => suggestion.why === why);
    return rows.length === 0
      ? []
      : [{ title: TITLES[why], rows: rows.map((row, i) => rowOf(sessionId, row, i)) }];
  });
}

function rowOf(sessionId: string, facts: WhySuggestionInput, i: number): WhySuggestion {
  const { turn, block, q, kind, name, hint, value } = facts;
  return {
    key: `${i} ${block ?? q ?? ""}`,
    href: whyHref(sessionId, turn, block === null ? { q: q ?? "" } : { block }),
    name: visibleText(name ?? kindLabel(kind)),
    hint: visibleText([hint, ...(value === null ? [] : [`used: “${value}”`])].filter(Boolean).join(" · ")),
    color: kindColor(kind),
    turn: turn === null ? "" : `turn ${turn}`,
  };
}
