import type { Severity } from "@/lib/core/findings/rule/finding";
import { plural } from "../format/format";
import type { FindingFacts } from "./findings-model";

/** Findings that end at one turn, as one mark on a time axis. */
export interface FindingMark {
  readonly turn: number;
  readonly severity: Severity;
  readonly label: string;
}

const ORDER: readonly Severity[] = ["note", "warning", "serious"];

/** Marks for what is more than a note, by the turn at which it showed, the worst of each turn in front. */
export function findingMarks(
  findings: readonly Pick<FindingFacts, "severity" | "toTurn" | "fromTurn" | "title" | "family">[],
): FindingMark[] {
  const byTurn = new Map<number, (typeof findings)[number][]>();
  for (const finding of findings) {
    if (finding.severity === "note" || finding.family === "coverage") continue;
    const turn = turnOf(finding);
    byTurn.set(turn, [...(byTurn.get(turn) ?? []), finding]);
  }
  return [...byTurn]
    .sort(([a], [b]) => a - b)
    .map(([turn, own]) => {
      const [worst] = own.toSorted((a, b) => ORDER.indexOf(b.severity) - ORDER.indexOf(a.severity));
      const more = own.length === 1 ? "" : ` and ${plural(own.length - 1, "more finding")}`;
      return {
        turn,
        severity: worst?.severity ?? "warning",
        label: `turn ${turn}: ${worst?.title ?? ""}${more}`,
      };
    });
}

/** What lasts is marked where it began; what was used later than it left, where it was used. */
function turnOf({ family, fromTurn, toTurn }: Pick<FindingFacts, "family" | "fromTurn" | "toTurn">): number {
  return family === "evidence" || family === "integrity" ? toTurn : fromTurn;
}
