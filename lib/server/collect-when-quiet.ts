import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const LOOK_MS = 10_000;
/** The share of a time in which a process may have worked and still counts as quiet. */
const QUIET_SHARE = 0.1;
/** How much larger a heap may be than it was after the last collection, before collecting it is worth a pause. */
const GROWTH_MAX = 1.2;
const GROWN_BYTES_MIN = 64 * 2 ** 20;

/** What a process did since it was last looked at. */
export interface Looked {
  /** Bytes that the heap holds, garbage included. */
  readonly heap: number;
  /** Bytes that it held after the last collection. */
  readonly floor: number;
  /** The share of the time in which the process worked, 0 to 1. */
  readonly busy: number;
}

/** Whether collecting garbage now gives back memory worth having, and keeps nobody waiting. */
export function isWorthCollecting({ heap, floor, busy }: Looked): boolean {
  return busy < QUIET_SHARE && heap > floor * GROWTH_MAX && heap - floor > GROWN_BYTES_MIN;
}

/**
 * Collects garbage when a process that did much is quiet again. The engine collects only when more memory is asked for,
 * so a quiet process would keep for ever what its largest request needed.
 */
export function collectWhenQuiet(): void {
  let floor = heapBytes();
  let before = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization: busy } = performance.eventLoopUtilization(now, before);
    before = now;
    floor = Math.min(floor, heapBytes());
    if (!isWorthCollecting({ heap: heapBytes(), floor, busy })) return;
    collectGarbage();
    floor = heapBytes();
  }, LOOK_MS).unref();
}

/** Collects all garbage of this process now. Takes a tenth of a second for each 100 MB that are kept, or less. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  setFlagsFromString("--no-expose-gc");
  collect();
}

function heapBytes(): number {
  return process.memoryUsage().heapUsed;
}
