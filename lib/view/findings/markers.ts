import type { ListedFindingInput } from "../answers";
import type { Severity } from "@/lib/core/findings/rule/finding";
import { plural } from "../format/format";
import { findCountedSeverity, pickFindingTurn } from "./counting";

export interface FindingMark {
  readonly turn: number;
  readonly severity: Severity;
  readonly label: string;
}

const ORDER: readonly Severity[] = ["note", "warning", "serious"];

/** A note gets no mark, nor does what does not count. The label names the turn's worst finding. */
export function listFindingMarks(
  findings: readonly Pick<
    ListedFindingInput,
    "code" | "severity" | "standing" | "verdict" | "toTurn" | "fromTurn" | "title" | "family"
  >[],
): FindingMark[] {
  const byTurn = new Map<number, (typeof findings)[number][]>();
  for (const finding of findings) {
    const severity = findCountedSeverity(finding);
    if (severity === null || severity === "note" || finding.family === "coverage") continue;
    const turn = pickFindingTurn(finding);
    byTurn.set(turn, [...(byTurn.get(turn) ?? []), finding]);
  }
  return [...byTurn]
    .sort(([a], [b]) => a - b)
    .map(([turn, own]) => {
      const [worst] = own.toSorted((a, b) => rank(b.severity) - rank(a.severity));
      const more = own.length === 1 ? "" : ` and ${plural(own.length - 1, "more finding")}`;
      return {
        turn,
        severity: worst?.severity ?? "warning",
        label: `turn ${turn}: ${worst?.title ?? ""}${more}`,
      };
    });
}

function rank(severity: Severity | null): number {
  return severity === null ? -1 : ORDER.indexOf(severity);
}

/** The turns at which a finding says that evidence was gone when it was used. */
export function listMissingEvidenceTurns(
  findings: readonly Pick<
    ListedFindingInput,
    "code" | "family" | "fromTurn" | "toTurn" | "standing" | "severity" | "verdict"
  >[],
): number[] {
  return findings
    .filter((finding) => finding.code === "evidence.dangling" && findCountedSeverity(finding) !== null)
    .map(pickFindingTurn);
}
