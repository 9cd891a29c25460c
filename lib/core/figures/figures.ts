import { countConstraintFigures } from "../audit/constraint-figures";
import { countDecisions } from "../audit/decisions";
import { countUses } from "../evidence/use-state";
import { countFindings } from "../findings/counts";
import { isExperimental } from "../findings/kinds/tier";
import type { Findings } from "../findings/find";
import type { FindingInput } from "../findings/rule/rule";
import { findFullest } from "../trace/peak";
import { sumSessionCost } from "../pricing/cost";
import { countEvictions } from "./evictions";
import { findBlocksNeededLater } from "./needed-later";
import type { FigureId } from "./names";

/** An analysed session. */
export interface FigureInput {
  readonly input: FindingInput;
  readonly findings: Findings;
}

/** The value of each figure; `null` where the source does not tell. */
export const VALUE_OF: Readonly<Record<FigureId, (analysed: FigureInput) => number | null>> = {
  turns: ({ input: { session } }) => session.turns.length,
  blocks: ({ input: { session } }) => session.blocks.length,
  toolCalls: ({ input: { session } }) => session.toolCalls,
  repeatedCalls: ({ input: { session } }) => session.repeats.length,
  peakWindow: ({ input: { session } }) =>
    findFullest(session.turns, ({ window }) => window.tokens)?.window.tokens.value ?? null,
  duration: ({
    input: {
      session: { meta },
    },
  }) => (meta.startedAt === null || meta.endedAt === null ? null : meta.endedAt - meta.startedAt),
  evictions: ({ input: { session } }) => session.evictions.length,
  tokensEvicted: ({ input: { session } }) => countEvictions(session.evictions).tokensFreed,
  blocksLeft: ({ input: { session } }) => countEvictions(session.evictions).blocksLeft,
  restorable: ({ input: { session } }) => countEvictions(session.evictions).restorable,
  unrestorable: ({ input: { session } }) => countEvictions(session.evictions).unrestorable,
  fetchedAgain: ({ input: { session } }) => countEvictions(session.evictions).fetchedAgain,
  cameBack: ({ input: { session } }) => countEvictions(session.evictions).cameBack,
  neededLater: ({ input: { session, evidence } }) => findBlocksNeededLater(session, evidence.edges).size,
  compactions: ({ input: { session } }) => session.compactions.length,
  uses: ({ input: { evidence } }) =>
    Object.values(countUses(evidence.edges)).reduce((sum, uses) => sum + uses, 0),
  live: ({ input: { evidence } }) => countUses(evidence.edges).live,
  pinned: ({ input: { evidence } }) => countUses(evidence.edges).pinned,
  referenced: ({ input: { evidence } }) => countUses(evidence.edges).referenced,
  refetched: ({ input: { evidence } }) => countUses(evidence.edges).refetched,
  residual: ({ input: { evidence } }) => countUses(evidence.edges).residual,
  dangling: ({ input: { evidence } }) => countUses(evidence.edges).dangling,
  decisions: ({ input: { evidence } }) => countDecisions(evidence).decisions,
  decisionsAbsent: ({ input: { evidence } }) => countDecisions(evidence).absent,
  constraintsLost: ({ input }) => countConstraintFigures(input).filter(({ lost }) => lost).length,
  serious: ({ findings }) => countFindings(findings).bySeverity.serious ?? 0,
  warnings: ({ findings }) => countFindings(findings).bySeverity.warning ?? 0,
  notes: ({ findings }) => countFindings(findings).bySeverity.note ?? 0,
  suspected: ({ findings }) =>
    Object.entries(countFindings(findings).suspected).reduce(
      (sum, [code, found]) => (isExperimental(code) ? sum : sum + found),
      0,
    ),
  cost: ({ input: { session, recording } }) => {
    const [cost, ...otherCosts] = sumSessionCost(session, recording.models ?? [], recording.ownFrom);
    return cost === undefined || otherCosts.length > 0 ? null : cost.total;
  },
};
