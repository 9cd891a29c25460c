import type { FindingFacts } from "./findings-model";

const DANGLING = "evidence.dangling";

/** The turns at which evidence was used that was gone. */
export function missingEvidenceTurns(findings: readonly Pick<FindingFacts, "code" | "fromTurn">[]): number[] {
  return findings.filter(({ code }) => code === DANGLING).map(({ fromTurn }) => fromTurn);
}
