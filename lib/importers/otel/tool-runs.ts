import { assertInOrder } from "./belongs-earlier";
import type { ToolRun } from "./spans/facts";

export type KnownRun = Omit<ToolRun, "record" | "type"> & {
  readonly start: number;
  readonly end: number;
  readonly traceId: string;
  readonly spanId: string;
};

/** Two reports of the same run are one. The fuller one counts, and an error from either. */
export class ToolRuns {
  readonly pending = new Map<string, KnownRun>();
  readonly failed = new Set<string>();
  readonly shown = new Set<string>();
  private fresh = new Map<string, KnownRun>();
  private readonly done = new Map<string, "shown" | "told">();

  /** @throws BelongsEarlier when the run was reported with other content */
  add(run: ToolRun): void {
    const key = run.callId ?? `${run.record.traceId} ${run.record.spanId}`;
    const isNewFailure = run.isError && run.callId !== undefined && !this.failed.has(run.callId);
    const doneRun = this.done.get(key);
    assertInOrder(doneRun !== "told" && !(isNewFailure && this.shown.has(run.callId ?? "")));
    if (isNewFailure) this.failed.add(run.callId);
    if (doneRun !== undefined) return;
    const pendingRun = this.pending.get(key);
    const knownRun = pendingRun === undefined ? makeKnownRun(run) : mergeRuns(pendingRun, makeKnownRun(run));
    this.pending.set(key, knownRun);
    this.fresh.set(key, knownRun);
  }

  takeNew(): KnownRun[] {
    const runs = [...this.fresh.values()];
    this.fresh = new Map();
    return runs;
  }

  settleRun(key: string, as: "shown" | "told"): void {
    this.pending.delete(key);
    this.done.set(key, as);
  }
}

function makeKnownRun({ record, callId, name, args, result, isError }: ToolRun): KnownRun {
  const { start, end, traceId, spanId } = record;
  return { callId, name, args, result, isError, start, end, traceId, spanId };
}

function mergeRuns(a: KnownRun, b: KnownRun): KnownRun {
  const [first, second] = isBefore(b, a) ? [b, a] : [a, b];
  return {
    ...first,
    args: first.args ?? second.args,
    result: first.result ?? second.result,
    isError: first.isError || second.isError,
  };
}

function isBefore(a: KnownRun, b: KnownRun): boolean {
  return a.start === b.start ? a.spanId < b.spanId : a.start < b.start;
}
