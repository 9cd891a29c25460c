import { makeNeedResolver } from "../../evidence/needs";
import { answersNothing } from "../../evidence/failure";
import { sourcesOf } from "../../evidence/sources";
import { NeedPlaces } from "../../evidence/need-places";
import { PlainTexts } from "../../evidence/texts";
import { readUsedPart } from "../../evidence/used";
import { EvidencePlaces } from "../../evidence/whereabouts";
import { groupBy } from "../../group-by";
import type { Plan, PlanStep } from "../../evidence/plan/steps/plan";
import type { TurnIndex } from "../../units";
import { pairCalls } from "../../window/call-pairs";
import { computePerSession } from "../rule/per-session";
import type { FindingInput } from "../rule/rule";

/** `block` is the evidence, as index into `Session.blocks`. */
export interface AddedNeed {
  readonly step: PlanStep;
  readonly block: number;
}

class NeedsOverTime {
  private readonly calls;
  private readonly places;
  private readonly sources;
  private readonly texts;
  private readonly needs;

  constructor(private readonly input: Pick<FindingInput, "session" | "recording" | "evidence">) {
    const { session, recording } = input;
    this.calls = pairCalls(session);
    this.places = new EvidencePlaces(recording, this.calls);
    this.sources = sourcesOf(recording);
    this.texts = new PlainTexts(recording);
    this.needs = new NeedPlaces(recording, this.calls, this.sources, this.places, this.texts);
  }

  resolveBlocks(plan: Plan, needs: readonly string[]): number[] {
    const resolve = makeNeedResolver(this.input.recording, this.calls, plan);
    return [...new Set(needs.flatMap((need) => resolve(need) ?? []))];
  }

  isPresent(plan: Plan, step: PlanStep, block: number, turn: TurnIndex): boolean {
    const edge = this.input.evidence.edges.find(
      ({ kind, from, to }) =>
        kind === "declared" && from === block && to.plan === plan.id && to.step === step.id,
    );
    const usedPart = readUsedPart(this.texts, block, step, edge?.matched ?? []);
    const { state, refetchedBy } = this.needs.at(usedPart, turn);
    if (state !== "refetched") return state === "live" || state === "pinned";
    return refetchedBy !== null && this.places.standing.findAt(refetchedBy, turn) !== undefined;
  }

  findAdded(plan: Plan): ReadonlyMap<TurnIndex, readonly AddedNeed[]> {
    const resolve = makeNeedResolver(this.input.recording, this.calls, plan);
    const revisionTurns = new Set(plan.revisions.map(({ turn }) => turn));
    const needs = plan.steps.flatMap((step) =>
      step.needs.flatMap((need) =>
        (resolve(need) ?? []).map((block) => ({
          step,
          block,
          turn: step.neededSince[need] ?? step.addedTurn,
        })),
      ),
    );
    return groupBy(
      needs.filter(({ turn }) => revisionTurns.has(turn)),
      ({ turn }) => turn,
    );
  }

  hadLeft(block: number, turn: TurnIndex): boolean {
    if (this.findLeftTurn(block, turn) === null) return false;
    return !this.sources
      .sameAs(block)
      .some(
        (otherBlock) =>
          this.places.says(otherBlock, turn, null) && !answersNothing(this.input.recording, otherBlock),
      );
  }

  findLeftTurn(block: number, turn: TurnIndex): TurnIndex | null {
    return this.places.findLeftTurn(block, turn);
  }

  isRestorable(block: number, turn: TurnIndex): boolean {
    return this.places.leadsTo(block, turn);
  }
}

/** What the steps of a session's plans need, over its turns: read when it is first asked for, and once. */
export const readNeedsOverTime = computePerSession((input: FindingInput) => new NeedsOverTime(input));
