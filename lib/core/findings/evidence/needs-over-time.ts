import { needResolver } from "../../evidence/needs";
import { isFailedResult } from "../../evidence/failure";
import { Sources } from "../../evidence/sources";
import { EvidencePlaces } from "../../evidence/whereabouts";
import { groupBy } from "../../group-by";
import type { Plan, PlanStep } from "../../evidence/plan/steps/plan";
import type { TurnIndex } from "../../units";
import { pairCalls } from "../../window/call-pairs";
import type { FindingInput } from "../rule/rule";

/** A need of a step: the block that is the evidence, as index into `Session.blocks`. */
export interface AddedNeed {
  readonly step: PlanStep;
  readonly block: number;
}

/** When steps were first said to need what, and whether that stood in the window then. */
export class NeedsOverTime {
  private readonly calls;
  private readonly places;
  private readonly sources;

  constructor(private readonly input: Pick<FindingInput, "session" | "recording">) {
    this.calls = pairCalls(input.session);
    this.places = new EvidencePlaces(input.recording, this.calls);
    this.sources = new Sources(input.recording, this.calls);
  }

  /** The needs that each statement of a plan added, by its turn. */
  addedIn(plan: Plan): ReadonlyMap<TurnIndex, readonly AddedNeed[]> {
    const resolve = needResolver(this.input.session, this.calls, plan);
    const stated = new Set(plan.revisions.map(({ turn }) => turn));
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
      needs.filter(({ turn }) => stated.has(turn)),
      ({ turn }) => turn,
    );
  }

  /** Whether a block had stood in the window and was gone at a turn, without having been fetched again. */
  hadLeft(block: number, turn: TurnIndex): boolean {
    if (this.leftTurn(block, turn) === null) return false;
    return !this.sources
      .sameAs(block)
      .some((other) => this.places.says(other, turn, null) && !isFailedResult(this.input.recording, other));
  }

  leftTurn(block: number, turn: TurnIndex): TurnIndex | null {
    return this.places.leftTurn(block, turn);
  }

  /** Whether a reference to get a block back was left. */
  isRestorable(block: number, turn: TurnIndex): boolean {
    return this.places.leadsTo(block, turn);
  }
}
