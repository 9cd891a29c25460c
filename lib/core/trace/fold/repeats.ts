import type { TurnIndex } from "../../units";
import type { RepeatedCall } from "../session";
import type { Registry } from "./registry";
import { Marks } from "./touched";
import type { WindowState } from "./window-state";

export class CallLog {
  readonly repeats: RepeatedCall[] = [];
  private readonly latest = new Map<string, { call: number; turn: TurnIndex | null }>();
  private readonly seen = new Set<number>();
  private calls = 0;
  private readonly newestCall = new Map<string, number>();
  private readonly earlyResult = new Map<string, number>();
  private readonly partner: (number | undefined)[] = [];
  private readonly changesBefore = new Map<number, number>();
  private changes = 0;
  private readonly perTurn = new Map<TurnIndex, number>();
  readonly touched = new Marks();

  constructor(
    private readonly registry: Registry,
    private readonly window: WindowState,
  ) {}

  get total(): number {
    return this.calls;
  }

  countMadeIn(turn: TurnIndex): number {
    return this.perTurn.get(turn) ?? 0;
  }

  /** Notes a result. It belongs to the newest call of its id, because some clients use one id for several calls. */
  noteResult(block: number): void {
    const { toolCallId } = this.registry.getFacts(block);
    if (toolCallId === null || this.seen.has(block)) return;
    this.seen.add(block);
    const call = this.newestCall.get(toolCallId);
    if (call === undefined) this.earlyResult.set(toolCallId, block);
    else this.match(call, block);
  }

  countChangesAt(call: number): number {
    return this.changesBefore.get(call) ?? this.changes;
  }

  getCall(result: number): number | undefined {
    return this.partner[result];
  }

  /**
   * Notes a call made in `turn`. A call counts once, however often it is shown. A `null` turn means that the session
   * began with it.
   * @returns whether the call is new.
   */
  noteCall(block: number, key: string, turn: TurnIndex | null): boolean {
    if (this.seen.has(block)) return false;
    this.seen.add(block);
    this.calls++;
    this.changesBefore.set(block, this.changes);
    if (this.registry.getFacts(block).isChange) this.changes++;
    this.pairCall(block);
    if (turn !== null) {
      this.perTurn.set(turn, this.countMadeIn(turn) + 1);
      this.touched.add(turn);
    }
    const earlier = this.latest.get(key);
    this.latest.set(key, { call: block, turn });
    if (earlier !== undefined && turn !== null) this.repeats.push(this.repeat(block, turn, earlier));
    return true;
  }

  private pairCall(call: number): void {
    const { toolCallId } = this.registry.getFacts(call);
    if (toolCallId === null) return;
    this.newestCall.set(toolCallId, call);
    const result = this.earlyResult.get(toolCallId);
    if (result !== undefined) this.match(call, result);
    this.earlyResult.delete(toolCallId);
  }

  private match(call: number, result: number): void {
    this.partner[call] = result;
    this.partner[result] = call;
  }

  private repeat(
    call: number,
    turn: TurnIndex,
    earlier: { call: number; turn: TurnIndex | null },
  ): RepeatedCall {
    const result = this.partner[earlier.call];
    return {
      turn,
      call,
      earlierCall: earlier.call,
      earlierTurn: earlier.turn,
      earlierResult: earlier.turn === turn ? "pending" : this.findWhereabouts(result, turn),
      earlierResultBlock: result ?? null,
    };
  }

  private findWhereabouts(result: number | undefined, turn: TurnIndex): RepeatedCall["earlierResult"] {
    if (result === undefined) return "no_result";
    const residency = this.window.findStandingAt(result, turn);
    if (residency !== undefined && residency.mode !== "reference") return "in_window";
    return this.window.historyOf(result).length > 0 ? "left" : "never_entered";
  }
}
