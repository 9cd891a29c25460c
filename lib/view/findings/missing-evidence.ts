import type { ListedFindingInput } from "./findings-input";

const DANGLING = "evidence.dangling";

export function missingEvidenceTurns(
  findings: readonly Pick<ListedFindingInput, "code" | "fromTurn">[],
): number[] {
  return findings.filter(({ code }) => code === DANGLING).map(({ fromTurn }) => fromTurn);
}
