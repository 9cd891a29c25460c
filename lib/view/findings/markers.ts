import type { Severity } from "@/lib/core/findings/rule/finding";
import { plural } from "../format/format";
import type { ListedFindingInput } from "./findings-input";

export interface FindingMark {
  readonly turn: number;
  readonly severity: Severity;
  readonly label: string;
}

const ORDER: readonly Severity[] = ["note", "warning", "serious"];

/** A note gets no mark. The label names the turn's worst finding. */
export function findingMarks(
  findings: readonly Pick<ListedFindingInput, "severity" | "toTurn" | "fromTurn" | "title" | "family">[],
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

/** A lasting state is marked where it began. Evidence that was used after it left is marked at its use. */
function turnOf({
  family,
  fromTurn,
  toTurn,
}: Pick<ListedFindingInput, "family" | "fromTurn" | "toTurn">): number {
  return family === "evidence" || family === "integrity" ? toTurn : fromTurn;
}
