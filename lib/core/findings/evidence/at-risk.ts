import type { EvidenceEdge } from "../../evidence/edge";
import { listPendingSteps } from "../../evidence/plan/pending-steps";
import { getFindingKind } from "../kinds";
import type { Case, FindingInput, FindingRule } from "../rule/rule";
import type { Claim } from "../../proof/claim";
import { buildGoneClaims, makeNeedClaim } from "./need-claims";
import { buildUseCases, findStepOfUse } from "./uses";

const NEXT_IN_LINE = 3;

export const atRisk: FindingRule = {
  ...getFindingKind("evidence.at_risk"),
  *find(input) {
    const pending = listPendingSteps(input.plans);
    const waiting = input.evidence.edges.filter(
      ({ executed, kind, to }) =>
        !executed && kind === "declared" && pending.has(JSON.stringify([to.plan, to.step])),
    );
    yield* findGoneAlready(input, waiting);
    yield* nextInLine(input, waiting);
  },
};

function findGoneAlready(input: FindingInput, waiting: readonly EvidenceEdge[]): Iterable<Case> {
  const { session } = input;
  const goneEdges = waiting.filter(
    ({ state, leftTurn }) => (state === "dangling" || state === "referenced") && leftTurn !== null,
  );
  const isOpen = session.meta.outcome === null;
  const last = session.turns.at(-1)?.index ?? 0;
  return buildUseCases(input, goneEdges, (use, words, group) => {
    const earliestTurn = Math.min(...group.flatMap(({ leftTurn }) => leftTurn ?? []));
    const isLost = group.some(({ state, residual }) => state === "dangling" && !residual);
    return {
      severity: isLost && isOpen ? "serious" : "warning",
      from: earliestTurn,
      sentence: `${use} has not run and needs ${words}, which left the window at turn ${earliestTurn}; ${describeWayBack(group)}.`,
      claims: group.flatMap((edge) => [
        ...[claimNeed(input, edge) ?? []].flat(),
        ...buildGoneClaims(input, edge.from, last),
      ]),
    };
  });
}

function describeWayBack(group: readonly EvidenceEdge[]): string {
  if (group.every(({ state }) => state === "referenced")) return "a reference to get it back was left";
  if (group.every(({ residual, state }) => residual || state === "referenced"))
    return "only a summary or the model's own words still say what it said";
  return "nothing was left to get it back";
}

function claimNeed(input: FindingInput, edge: EvidenceEdge): Claim | null {
  const { plan, step } = findStepOfUse(input, edge);
  return plan === undefined || step === undefined ? null : makeNeedClaim(input, plan, step, edge.from);
}

/**
 * Evidence that is among the oldest results of a window that evicts its oldest results. What came back after
 * the newest eviction does not count.
 */
function nextInLine(input: FindingInput, waiting: readonly EvidenceEdge[]): Iterable<Case> {
  const { session } = input;
  const evicted = session.evictions.flatMap(({ block, how, turn }) => {
    const kind = session.blocks[block]?.kind;
    const isByAge = how === "cleared" || how === "removed" || how === "truncated";
    return kind === "tool_result" && isByAge ? [turn] : [];
  });
  if (evicted.length === 0 || session.meta.outcome !== null) return [];
  const newest = Math.max(...evicted);
  const oldest = session.residencies
    .filter(
      ({ block, to, mode }) =>
        to === null && mode === "full" && session.blocks[block]?.kind === "tool_result",
    )
    .filter(({ from }) => from <= newest)
    .sort((a, b) => a.since - b.since || a.rank - b.rank)
    .slice(0, NEXT_IN_LINE)
    .map(({ block }) => block);
  const risky = waiting.filter(({ state, from }) => state === "live" && oldest.includes(from));
  const last = session.turns.at(-1)?.index ?? 0;
  return buildUseCases(input, risky, (use, words, group) => ({
    severity: "note",
    sentence: `${use} has not run and needs ${words}, which is among the ${NEXT_IN_LINE} oldest results in a window whose oldest results are being evicted.`,
    claims: [
      ...group.flatMap((edge) => [claimNeed(input, edge) ?? []].flat()),
      ...group.map(({ from }): Claim => ({
        is: "stands",
        block: session.blocks[from]?.id ?? "",
        turn: last,
      })),
      { is: "count", n: 1, atLeast: true, of: { in: "left", turn: newest } },
    ],
  }));
}
