import type { EvidenceEdge } from "../../evidence/edge";
import type { Claim } from "../../proof/claim";
import { findingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";
import { shortWords } from "../rule/subject";
import { goneClaims, needClaim, unsaidClaims } from "./need-claims";
import { isTelling, usedUnseen } from "./telling";
import { casesOfUses, stepOfUse } from "./uses";

/**
 * A declared need is proved by its declaration and by the window. A use that is only inferred from a value has to be of a
 * value that nobody can know without having seen it.
 */
export const dangling: FindingRule = {
  ...findingKind("evidence.dangling"),
  *find(input) {
    const gone = input.evidence.edges.filter(
      (edge) => edge.executed && edge.state === "dangling" && !edge.residual,
    );
    const proofs = new Map(gone.map((edge) => [edge, proofOf(input, edge)]));
    const proved = gone.filter((edge) => (proofs.get(edge) ?? []).length > 0);
    yield* casesOfUses(input, proved, (use, evidence, group) => {
      const left = Math.min(...group.flatMap(({ leftTurn }) => leftTurn ?? []));
      const declared = group.some(({ kind }) => kind === "declared");
      const begun = group.some(({ confidence }) => confidence === 1);
      return {
        severity: declared && begun ? "serious" : "warning",
        sentence: `${use} used ${evidence}, ${Number.isFinite(left) ? `which had left the window at turn ${left}` : "which was not in the window"} (${declared ? "declared" : inferredFrom(group)})${ending(input.session.meta.outcome)}.`,
        claims: group.flatMap((edge) => proofs.get(edge) ?? []),
      };
    });
  },
};

function proofOf(input: FindingInput, edge: EvidenceEdge): readonly Claim[] {
  if (edge.kind === "inferred") return usedUnseen(input, edge);
  const { plan, step } = stepOfUse(input, edge);
  const need = plan === undefined || step === undefined ? null : needClaim(input, plan, step, edge.from);
  if (need === null) return [];
  return [need, ...goneClaims(input, edge.from, edge.to.turn), ...unsaidClaims(input, edge)];
}

function inferredFrom(group: readonly EvidenceEdge[]): string {
  const value = group.flatMap(({ matched }) => matched).find(isTelling);
  return value === undefined ? "inferred" : `inferred from "${shortWords(value, 60)}", which both have`;
}

function ending(outcome: string | null): string {
  return outcome === "wrong" || outcome === "failed" ? `; the session ended ${outcome}` : "";
}
