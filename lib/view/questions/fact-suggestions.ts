import type { SourceKind } from "@/lib/core/vocabulary";
import { pickKindColor, labelKind } from "../chart/palette";
import { plural } from "../format/format";
import type { ShownMatch } from "../format/match-line";
import { drawLife } from "../format/match-line";
import { revealText } from "../format/trace-text";
import { makeBlockHref, makeFactsHref } from "./links";
import type { WhySuggestionGroup } from "./why-suggestions";

export interface FactSuggestionInput {
  readonly of: "gone" | "constraint" | "used";
  /** `null` for a whole block that a step was declared to need. */
  readonly text: string | null;
  readonly block: string | null;
  readonly kind: SourceKind;
  readonly name: string | null;
  readonly uses: number | null;
  readonly turn: number;
  /** When its source stood in the window. */
  readonly stood: ShownMatch["stood"];
}

const TITLES: Readonly<Record<FactSuggestionInput["of"], string>> = {
  gone: "Used after it had left",
  constraint: "Constraints that a compaction took out",
  used: "Used most often",
};

/**
 * A text that was suggested for a graver reason is not repeated.
 * @param turns of the session
 */
export function listFactSuggestionGroups(
  sessionId: string,
  suggestions: readonly FactSuggestionInput[],
  turns: number,
): WhySuggestionGroup[] {
  const seen = new Set<string | null>();
  return (Object.keys(TITLES) as FactSuggestionInput["of"][]).flatMap((of) => {
    const rows = suggestions.filter((one) => one.of === of && (one.text === null || !seen.has(one.text)));
    for (const { text } of rows) seen.add(text);
    if (rows.length === 0) return [];
    return [{ title: TITLES[of], rows: rows.map((row) => makeRow(sessionId, row, turns)) }];
  });
}

function makeRow(sessionId: string, fact: FactSuggestionInput, turns: number) {
  const { of, text, block, kind, name, uses, turn, stood } = fact;
  const source = revealText(name ?? labelKind(kind));
  const row = {
    color: pickKindColor(kind),
    turn: of === "constraint" ? `turn ${turn}` : `last use: turn ${turn}`,
    lane: drawLife(stood, turns),
  };
  if (text === null)
    return {
      ...row,
      key: `${of} ${block ?? ""}`,
      href: makeBlockHref(sessionId, block ?? ""),
      name: source,
      hint: `all of it, needed by ${plural(uses ?? 0, "step")}`,
    };
  return {
    ...row,
    key: `${of} text ${text}`,
    href: makeFactsHref(sessionId, text),
    name: revealText(text),
    hint: uses === null ? `from ${source}` : `from ${source}, used by ${plural(uses, "call")}`,
  };
}
