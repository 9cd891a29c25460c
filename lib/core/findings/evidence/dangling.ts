import type { EvidenceEdge } from "../../evidence/edge";
import { buildUnseenClaims } from "../../evidence/unseen-use";
import { isDangling } from "../../evidence/use-state";
import type { Claim } from "../../proof/claim";
import { getFindingKind } from "../kinds";
import type { Case, FindingInput, FindingRule } from "../rule/rule";
import { shortenWords } from "../rule/subject";
import { buildGoneClaims, makeNeedClaim, buildOtherUnsaidClaims } from "./need-claims";
import { buildUseCases, findStepOfUse, useSceneOf } from "./uses";

/**
 * A declared need is proved by its declaration and by the window, a use that is inferred from a value by the value. Uses of
 * which nothing decides whether the value was missed are worth a look.
 */
export const dangling: FindingRule = {
  ...getFindingKind("evidence.dangling"),
  *find(input) {
    const danglingEdges = input.evidence.edges.filter((edge) => edge.executed && isDangling(edge));
    const proofs = new Map(danglingEdges.map((edge) => [edge, buildProof(input, edge)]));
    const proved = danglingEdges.filter((edge) => (proofs.get(edge) ?? []).length > 0);
    yield* buildUseCases(input, proved, (use, evidence, group) => {
      const earliestTurn = Math.min(...group.flatMap(({ leftTurn }) => leftTurn ?? []));
      const declared = group.some(({ kind }) => kind === "declared");
      const begun = group.some(({ confidence }) => confidence === 1);
      return {
        severity: declared && begun ? "serious" : "warning",
        sentence: `${use} used ${evidence}, ${Number.isFinite(earliestTurn) ? `which had left the window at turn ${earliestTurn}` : "which was not in the window"} (${declared ? "declared" : describeInference(group)})${describeEnding(input.session.meta.outcome)}.`,
        claims: group.flatMap((edge) => proofs.get(edge) ?? []),
      };
    });
    yield* findUndecidedCases(input);
  },
};

function findUndecidedCases(input: FindingInput): Iterable<Case> {
  return buildUseCases(input, input.evidence.undecided, (use, evidence, group) => {
    const [first] = group;
    const earliestTurn = Math.min(...group.flatMap(({ leftTurn }) => leftTurn ?? []));
    const values = group.flatMap(({ matched }) => matched);
    return {
      suspected: true,
      sentence: `${use} has "${shortenWords(values[0] ?? "", 60)}" from ${evidence}, which ${Number.isFinite(earliestTurn) ? `had left the window at turn ${earliestTurn}` : "was not in the window"}; whether it was missed cannot be proved.`,
      claims: first === undefined ? [] : buildGoneClaims(input, first.from, first.to.turn),
    };
  });
}

function buildProof(input: FindingInput, edge: EvidenceEdge): readonly Claim[] {
  if (edge.kind === "inferred") return buildUnseenClaims(useSceneOf(input), edge);
  const { plan, step } = findStepOfUse(input, edge);
  const need = plan === undefined || step === undefined ? null : makeNeedClaim(input, plan, step, edge.from);
  if (need === null) return [];
  return [need, ...buildGoneClaims(input, edge.from, edge.to.turn), ...buildOtherUnsaidClaims(input, edge)];
}

function describeInference(group: readonly EvidenceEdge[]): string {
  const [value] = group.flatMap(({ matched }) => matched);
  return value === undefined ? "inferred" : `inferred from "${shortenWords(value, 60)}", which both have`;
}

function describeEnding(outcome: string | null): string {
  return outcome === "wrong" || outcome === "failed" ? `; the session ended ${outcome}` : "";
}
