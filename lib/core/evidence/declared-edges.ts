import type { Plan, PlanStep } from "../plan/plan";
import type { Session } from "../trace/session";
import type { TurnIndex } from "../units";
import type { CallPairs } from "../window/call-pairs";
import { turnAt } from "../window/turn-at";
import type { EvidenceEdge, Skipped } from "./edge";
import { INFERRED_START_CONFIDENCE } from "./limits";
import type { Sources } from "./sources";
import type { EvidencePlaces, Whereabouts } from "./whereabouts";

/** What declared edges are made from. */
export interface DeclaredScene {
  readonly session: Session;
  readonly calls: CallPairs;
  readonly places: EvidencePlaces;
  readonly sources: Sources;
  readonly skipped: Skipped;
}

/**
 * The evidence that steps were declared to need. A need names a block, a call (its result is meant) or another step
 * (what that produced is meant). The window that counts is that of the turn in which the step was begun, or of the turn
 * in which the evidence came in if the step was still at work then.
 */
export function declaredEdges(scene: DeclaredScene, plans: readonly Plan[]): EvidenceEdge[] {
  const numbers = new Map(scene.session.blocks.map(({ id }, number) => [id, number]));
  const last = scene.session.turns.at(-1)?.index;
  if (last === undefined) return [];
  return plans.flatMap((plan, planNumber) => {
    const steps = new Map(plan.steps.map((step) => [step.id, step]));
    return plan.steps.flatMap((step, stepNumber) =>
      evidenceOf(step, steps).map((from): EvidenceEdge => {
        const executed = step.executedTurn !== null;
        const turn = step.executedTurn === null ? last : turnOfUse(scene, step, step.executedTurn, from);
        return {
          id: `d${from}.${planNumber}.${stepNumber}`,
          to: {
            turn,
            plan: plan.id,
            step: step.id,
            block: executed ? (step.startedBy ?? onlyCallOf(scene.session, turn)) : null,
          },
          kind: "declared",
          executed,
          matched: [],
          matches: 0,
          confidence: step.startedBy === null ? 1 : INFERRED_START_CONFIDENCE,
          ...whereabouts(scene, from, turn),
        };
      }),
    );
  });

  function evidenceOf(step: PlanStep, steps: ReadonlyMap<string, PlanStep>): number[] {
    const found = new Set<number>();
    for (const need of step.needs) {
      const block = numbers.get(need) ?? scene.calls.byCallId.get(need);
      const result = block === undefined ? undefined : (scene.calls.resultOf.get(block) ?? block);
      const outputs = steps.get(need)?.outputs.flatMap((id) => numbers.get(id) ?? []) ?? [];
      if (result === undefined && !steps.has(need)) scene.skipped.needs++;
      for (const from of result === undefined ? outputs : [result]) found.add(from);
    }
    return [...found];
  }
}

/** The call that a turn made, if it made one: it is what the step did. */
function onlyCallOf({ turns, blocks }: Session, turn: TurnIndex): number | null {
  const output = turnAt(turns, turn)?.output ?? [];
  const calls = output.filter((block) => blocks[block]?.kind === "tool_call");
  return calls.length === 1 ? (calls[0] ?? null) : null;
}

function turnOfUse({ places }: DeclaredScene, step: PlanStep, begun: TurnIndex, from: number): TurnIndex {
  const entered = places.standing.of(from)[0]?.from ?? begun;
  return entered > begun && entered <= (step.concludedTurn ?? begun) ? entered : begun;
}

function whereabouts(
  { session, places, sources }: DeclaredScene,
  from: number,
  turn: TurnIndex,
): Whereabouts {
  const found = { from, residual: false, residualBlock: null, refetchedBy: null, leftTurn: null };
  if (places.says(from, turn, null)) return { ...found, state: places.stateOfStanding(from, turn) };
  const again = sources.sameAs(from).findLast((result) => places.says(result, turn, null));
  const leftTurn = places.leftTurn(from, turn);
  if (again !== undefined) return { ...found, state: "refetched", refetchedBy: again, leftTurn };
  if (places.leadsTo(from, turn)) return { ...found, state: "referenced", leftTurn };
  const summary = summaryOf(session, places, from, turn);
  return { ...found, state: "dangling", residual: summary !== null, residualBlock: summary, leftTurn };
}

/** The summary that took the evidence's place and stands in the window. */
function summaryOf(
  { compactions }: Session,
  places: EvidencePlaces,
  from: number,
  turn: TurnIndex,
): number | null {
  const compaction = places.exitOf(from, turn)?.compaction ?? null;
  const summary = compaction === null ? null : (compactions[compaction]?.summaryBlock ?? null);
  return summary !== null && places.says(summary, turn, null) ? summary : null;
}
