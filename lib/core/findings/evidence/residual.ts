import { getFindingKind } from "../kinds";
import type { Claim } from "../../proof/claim";
import type { FindingInput, FindingRule } from "../rule/rule";
import type { EvidenceEdge } from "../../evidence/edge";
import { buildGoneClaims, makeNeedClaim } from "./need-claims";
import { buildUseCases, findStepOfUse } from "./uses";

/** Only for declared needs: that a value stands in the model's own words is no fault of an answer that repeats it. */
export const residual: FindingRule = {
  ...getFindingKind("evidence.residual"),
  *find(input) {
    const { session, evidence } = input;
    const lostEdges = evidence.edges.filter(
      ({ kind, executed, state, residual: isResidual }) =>
        kind === "declared" && executed && state === "dangling" && isResidual,
    );
    const proofs = new Map(lostEdges.map((edge) => [edge, buildProof(input, edge)]));
    const proved = lostEdges.filter((edge) => (proofs.get(edge) ?? []).length > 0);
    yield* buildUseCases(input, proved, (use, words, group) => {
      const wordsBlock = session.blocks[group[0]?.residualBlock ?? -1];
      return {
        sentence: `${use} used ${words}, which had left the window; only the model's own words${wordsBlock?.createdTurn == null ? "" : ` of turn ${wordsBlock.createdTurn}`} still spoke of it.`,
        claims: group.flatMap((edge) => proofs.get(edge) ?? []),
      };
    });
  },
};

function buildProof(input: FindingInput, edge: EvidenceEdge): Claim[] {
  const { plan, step } = findStepOfUse(input, edge);
  const need = plan === undefined || step === undefined ? null : makeNeedClaim(input, plan, step, edge.from);
  const wordsBlock = input.session.blocks[edge.residualBlock ?? -1];
  if (need === null || wordsBlock === undefined) return [];
  return [
    need,
    ...buildGoneClaims(input, edge.from, edge.to.turn),
    { is: "stands", block: wordsBlock.id, turn: edge.to.turn },
  ];
}
