import type { ListedFindingInput } from "../answers";
import { momentOf } from "@/lib/core/findings/kinds/moment";
import { countsAs } from "./counting";

const DANGLING = "evidence.dangling";

export function missingEvidenceTurns(
  findings: readonly Pick<
    ListedFindingInput,
    "code" | "fromTurn" | "toTurn" | "standing" | "severity" | "verdict"
  >[],
): number[] {
  return findings
    .filter((finding) => finding.code === DANGLING && countsAs(finding) !== null)
    .map(({ code, fromTurn: from, toTurn: to }) => momentOf({ code, from, to }));
}
