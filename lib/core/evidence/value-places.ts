import type { Recording } from "../trace/fold/recording";
import type { TurnIndex } from "../units";
import type { CallPairs } from "../window/call-pairs";
import { isFailedResult } from "./failure";
import type { Sources } from "./sources";
import type { ValueEntry } from "./value-index";
import type { EvidencePlaces, Whereabouts } from "./whereabouts";

const STOOD = { residual: false, residualBlock: null, refetchedBy: null, leftTurn: null };

export class ValuePlaces {
  constructor(
    private readonly places: EvidencePlaces,
    private readonly recording: Recording,
    private readonly calls: CallPairs,
    private readonly sources: Sources,
  ) {}

  /**
   * Finds the evidence of a value: the result in which it appeared first, else another one in the window. If the first has left
   * and the same source is there again, it was fetched again. If no result with the value is in the window, it is the one that
   * left last.
   */
  find(value: string, { holders, mentions }: ValueEntry, turn: TurnIndex): Whereabouts | null {
    const { places } = this;
    const [first] = holders;
    if (first === undefined) return null;
    if (places.says(first, turn, value)) return this.describeStanding(first, turn);
    const otherHolder = holders.findLast(
      (holder) => places.says(holder, turn, value) && !this.isFailedFetch(first, holder),
    );
    if (otherHolder !== undefined && this.sources.of(otherHolder) !== this.sources.of(first))
      return this.describeStanding(otherHolder, turn);
    const again = otherHolder ?? (isPlaceName(value) ? this.findConfirmation(mentions, turn) : undefined);
    if (again !== undefined)
      return {
        ...STOOD,
        from: first,
        state: "refetched",
        refetchedBy: again,
        leftTurn: places.findLeftTurn(first, turn),
      };
    const from = this.findLastLeft(holders, value, turn);
    const leads = holders.some((holder) => places.leadsTo(holder, turn));
    const words = mentions.findLast((block) => places.says(block, turn, value)) ?? null;
    return {
      from,
      state: leads ? "referenced" : "dangling",
      residual: !leads && words !== null,
      residualBlock: leads ? null : words,
      refetchedBy: null,
      leftTurn: this.findLeftTurn(from, value, turn),
    };
  }

  /** The first turn without the value: an excerpt that stands may not say it. */
  private findLeftTurn(block: number, value: string, turn: TurnIndex): TurnIndex | null {
    return this.places.findLeftTurn(block, turn, (residency) => this.places.holds(residency, value));
  }

  private isFailedFetch(first: number, otherResult: number): boolean {
    return (
      this.sources.of(otherResult) === this.sources.of(first) && isFailedResult(this.recording, otherResult)
    );
  }

  private describeStanding(from: number, turn: TurnIndex): Whereabouts {
    return { from, state: this.places.getStandingState(from, turn), ...STOOD };
  }

  private findConfirmation(mentions: readonly number[], turn: TurnIndex): number | undefined {
    for (const call of [...mentions].reverse()) {
      const result = this.calls.resultOf.get(call);
      if (result === undefined || isFailedResult(this.recording, result)) continue;
      if (this.places.says(result, turn, null)) return result;
    }
    return undefined;
  }

  private findLastLeft(holders: readonly number[], value: string, turn: TurnIndex): number {
    let [last, lastTurn] = [holders[0] ?? 0, -1];
    for (const holder of holders) {
      const leftTurn = this.findLeftTurn(holder, value, turn) ?? -1;
      if (leftTurn >= lastTurn) [last, lastTurn] = [holder, leftTurn];
    }
    return last;
  }
}

/** Whether a value is a path, a file or a page. The result of a call that names it comes from there. */
function isPlaceName(value: string): boolean {
  return value.includes("/") || /\w\.[A-Za-z]\w{0,7}$/.test(value);
}
