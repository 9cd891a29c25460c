import type { EvidenceEdge } from "../../evidence/edge";
import { usedUnseen } from "../../evidence/unseen-use";
import { isDangling } from "../../evidence/use-state";
import type { Claim } from "../../proof/claim";
import { findingKind } from "../kinds";
import type { Case, FindingInput, FindingRule } from "../rule/rule";
import { shortWords } from "../rule/subject";
import { goneClaims, needClaim, unsaidClaims } from "./need-claims";
import { casesOfUses, stepOfUse, useSceneOf } from "./uses";

/**
 * A declared need is proved by its declaration and by the window, a use that is inferred from a value by the value. Uses of
 * which nothing decides whether the value was missed are worth a look.
 */
export const dangling: FindingRule = {
  ...findingKind("evidence.dangling"),
  *find(input) {
    const gone = input.evidence.edges.filter((edge) => edge.executed && isDangling(edge));
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
    yield* undecidedCases(input);
  },
};

function undecidedCases(input: FindingInput): Iterable<Case> {
  return casesOfUses(input, input.evidence.undecided, (use, evidence, group) => {
    const [first] = group;
    const left = Math.min(...group.flatMap(({ leftTurn }) => leftTurn ?? []));
    const values = group.flatMap(({ matched }) => matched);
    return {
      suspected: true,
      sentence: `${use} has "${shortWords(values[0] ?? "", 60)}" from ${evidence}, which ${Number.isFinite(left) ? `had left the window at turn ${left}` : "was not in the window"}; whether it was missed cannot be proved.`,
      claims: first === undefined ? [] : goneClaims(input, first.from, first.to.turn),
    };
  });
}

function proofOf(input: FindingInput, edge: EvidenceEdge): readonly Claim[] {
  if (edge.kind === "inferred") return usedUnseen(useSceneOf(input), edge);
  const { plan, step } = stepOfUse(input, edge);
  const need = plan === undefined || step === undefined ? null : needClaim(input, plan, step, edge.from);
  if (need === null) return [];
  return [need, ...goneClaims(input, edge.from, edge.to.turn), ...unsaidClaims(input, edge)];
}

function inferredFrom(group: readonly EvidenceEdge[]): string {
  const [value] = group.flatMap(({ matched }) => matched);
  return value === undefined ? "inferred" : `inferred from "${shortWords(value, 60)}", which both have`;
}

function ending(outcome: string | null): string {
  return outcome === "wrong" || outcome === "failed" ? `; the session ended ${outcome}` : "";
}
