import type { SourceKind } from "@/lib/core/vocabulary";
import { kindColor, kindLabel } from "../chart/palette";
import { plural } from "../format/format";
import { visibleText } from "../format/trace-text";
import { factsHref } from "./links";
import type { WhySuggestionGroup } from "./why-suggestions";

export interface FactSuggestionInput {
  readonly of: "gone" | "constraint" | "used";
  readonly text: string;
  readonly kind: SourceKind;
  readonly name: string | null;
  readonly uses: number | null;
  readonly turn: number;
}

const TITLES: Readonly<Record<FactSuggestionInput["of"], string>> = {
  gone: "Used after their source had left",
  constraint: "Constraints that a compaction took out",
  used: "Used most often",
};

/** A text that was suggested for a graver reason is not repeated. */
export function factSuggestionGroups(
  sessionId: string,
  suggestions: readonly FactSuggestionInput[],
): WhySuggestionGroup[] {
  const seen = new Set<string>();
  return (Object.keys(TITLES) as FactSuggestionInput["of"][]).flatMap((of) => {
    const rows = suggestions.filter((one) => one.of === of && !seen.has(one.text));
    for (const { text } of rows) seen.add(text);
    if (rows.length === 0) return [];
    return [{ title: TITLES[of], rows: rows.map((row) => rowOf(sessionId, row)) }];
  });
}

function rowOf(sessionId: string, { of, text, kind, name, uses, turn }: FactSuggestionInput) {
  const from = `from ${visibleText(name ?? kindLabel(kind))}`;
  return {
    key: `${of} ${text}`,
    href: factsHref(sessionId, text),
    name: visibleText(text),
    hint: uses === null ? from : `${from}, used by ${plural(uses, "call")}`,
    color: kindColor(kind),
    turn: `turn ${turn}`,
  };
}
