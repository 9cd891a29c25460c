import type { Plan, PlanStep } from "./plan/steps/plan";
import type { Recording } from "../trace/fold/recording";
import type { Session, Turn } from "../trace/session";
import type { TurnIndex } from "../units";
import type { CallPairs } from "../window/call-pairs";
import { turnAt } from "../window/turn-at";
import type { EdgeState, EvidenceEdge, Skipped } from "./edge";
import { INFERRED_START_CONFIDENCE } from "./values/limits";
import type { NeedPlaces, PlaceOfNeed } from "./need-places";
import { makeNeedResolver } from "./needs";
import type { PlainTexts } from "./texts";
import { readUsedPart } from "./used";
import type { EvidencePlaces } from "./whereabouts";

export interface DeclaredScene {
  readonly recording: Recording;
  readonly session: Session;
  readonly calls: CallPairs;
  readonly places: EvidencePlaces;
  readonly needs: NeedPlaces;
  readonly texts: PlainTexts;
  readonly skipped: Skipped;
}

/** The best first. The two kinds of dangling come before these. */
const PRESENT: readonly EdgeState[] = ["referenced", "refetched", "live", "pinned"];

/**
 * The evidence that steps were declared to need. Every turn in which a step was at work is judged, from its
 * start to its conclusion, but not before the evidence arrived. The edge names the first turn with the worst
 * state. A step that has not run is judged by the newest window.
 * @param inferred edges by value: they say which values of its evidence a step used
 */
export function deriveDeclaredEdges(
  scene: DeclaredScene,
  plans: readonly Plan[],
  inferred: readonly EvidenceEdge[],
): EvidenceEdge[] {
  const last = scene.session.turns.at(-1)?.index;
  if (last === undefined) return [];
  const valuesOf = groupValuesByUse(inferred);
  return plans.flatMap((plan, planNumber) => {
    const resolve = makeNeedResolver(scene.recording, scene.calls, plan);
    return plan.steps.flatMap((step, stepNumber) =>
      resolveEvidence(scene, step, resolve).map((from): EvidenceEdge => {
        const usedPart = readUsedPart(scene.texts, from, step, valuesOf(plan.id, step.id, from));
        const judgeAt = (turn: TurnIndex) => scene.needs.at(usedPart, turn);
        const runs = listSpans(scene, step, from, last);
        const worst =
          runs.length === 0 ? { turn: last, place: judgeAt(last) } : findWorst(scene, runs, judgeAt);
        const { until: _, ...place } = worst.place;
        const executed = step.executedTurn !== null;
        return {
          id: `d${from}.${planNumber}.${stepNumber}`,
          to: {
            turn: worst.turn,
            plan: plan.id,
            step: step.id,
            block: executed ? (step.startedBy ?? findOnlyCall(scene.session, worst.turn)) : null,
          },
          kind: "declared",
          executed,
          matched: [],
          matches: 0,
          confidence: step.startedBy === null ? 1 : INFERRED_START_CONFIDENCE,
          ...place,
        };
      }),
    );
  });
}

function resolveEvidence(
  { skipped }: DeclaredScene,
  { needs }: PlanStep,
  resolve: ReturnType<typeof makeNeedResolver>,
): number[] {
  const found = new Set<number>();
  for (const need of needs) {
    const blocks = resolve(need);
    if (blocks === null) skipped.needs++;
    for (const from of blocks ?? []) found.add(from);
  }
  return [...found];
}

function groupValuesByUse(inferred: readonly EvidenceEdge[]) {
  const values = new Map<string, Set<string>>();
  const name = (plan: string | null, step: string | null, from: number) => JSON.stringify([plan, step, from]);
  for (const { from, to, matched } of inferred) {
    if (to.step === null) continue;
    const keys = values.get(name(to.plan, to.step, from)) ?? new Set();
    for (const value of matched) keys.add(value);
    values.set(name(to.plan, to.step, from), keys);
  }
  return (plan: string, step: string, from: number) => [...(values.get(name(plan, step, from)) ?? [])];
}

interface Span {
  readonly from: TurnIndex;
  readonly to: TurnIndex;
}

function listSpans({ places }: DeclaredScene, { runs }: PlanStep, from: number, last: TurnIndex): Span[] {
  return runs.map((run) => {
    const to = run.to ?? last;
    const entered = places.standing.listResidencies(from)[0]?.from ?? run.from;
    return { from: entered > run.from && entered <= to ? entered : run.from, to: Math.max(run.from, to) };
  });
}

function findWorst(
  { session }: DeclaredScene,
  spans: readonly Span[],
  judged: (turn: TurnIndex) => PlaceOfNeed,
): { turn: TurnIndex; place: PlaceOfNeed } {
  let worst: { turn: TurnIndex; place: PlaceOfNeed } | null = null;
  for (const { from, to } of spans) {
    for (let turn = from; turn <= to;) {
      const call = findKnownTurn(session.turns, turn);
      if (call === undefined || call.index > to) break;
      const place = judged(call.index);
      if (worst === null || rankOf(place) < rankOf(worst.place)) worst = { turn: call.index, place };
      if (place.state === "dangling" && !place.residual) return worst;
      turn = Math.max(place.until, call.index) + 1;
    }
  }
  const [first] = spans;
  const turn = first?.from ?? 0;
  return worst ?? { turn, place: judged(turn) };
}

/** The rank of a place, 0 for the worst. Of all turns in which a step was at work, the worst one is reported. */
function rankOf({ state, residual }: PlaceOfNeed): number {
  return state === "dangling" ? (residual ? 1 : 0) : 2 + PRESENT.indexOf(state);
}

function findKnownTurn(turns: readonly Turn[], from: TurnIndex): Turn | undefined {
  const exact = turnAt(turns, from);
  return exact?.window.known === true
    ? exact
    : turns.find(({ index, window }) => index >= from && window.known);
}

/** The only call of a turn, which is then what the step did. */
function findOnlyCall({ turns, blocks }: Session, turn: TurnIndex): number | null {
  const output = turnAt(turns, turn)?.output ?? [];
  const calls = output.filter((block) => blocks[block]?.kind === "tool_call");
  return calls.length === 1 ? (calls[0] ?? null) : null;
}
