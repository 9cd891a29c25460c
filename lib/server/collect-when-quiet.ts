import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const LOOK_MS = 10_000;
const QUIET_SHARE = 0.1;
/** The growth of a heap since the last collection that makes another one worth a pause. */
const GROWTH_MAX = 1.2;
const GROWN_BYTES_MIN = 64 * 2 ** 20;

/** So long after its last work a process collects once more: by then its caches have dropped what nobody uses. */
const LOOKS_UNTIL_LAST = 9;

export interface Looked {
  readonly heap: number;
  readonly floor: number;
  readonly busy: number;
  /** How many looks in a row found the process quiet, this one included. */
  readonly quietLooks: number;
}

export function isWorthCollecting({ heap, floor, busy, quietLooks }: Looked): boolean {
  if (busy >= QUIET_SHARE) return false;
  return quietLooks === LOOKS_UNTIL_LAST || (heap > floor * GROWTH_MAX && heap - floor > GROWN_BYTES_MIN);
}

/**
 * Collects garbage when a process is quiet after much work. The engine collects only when more memory is
 * needed, so a quiet process would keep the memory of its largest request forever.
 * @param collect how
 */
export function collectWhenQuiet(collect = collectGarbage): void {
  let floor = measureHeap();
  let before = { at: performance.now(), cpu: process.cpuUsage() };
  // Until there was work, there is nothing to collect.
  let quietLooks = LOOKS_UNTIL_LAST;
  setInterval(() => {
    const now = { at: performance.now(), cpu: process.cpuUsage() };
    const busy = measureComputed(before.cpu, now.cpu) / (now.at - before.at);
    before = now;
    quietLooks = busy < QUIET_SHARE ? quietLooks + 1 : 0;
    floor = Math.min(floor, measureHeap());
    if (!isWorthCollecting({ heap: measureHeap(), floor, busy, quietLooks })) return;
    collect();
    floor = measureHeap();
  }, LOOK_MS).unref();
}

/** Takes at most a tenth of a second for each 100 MB that are kept. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  setFlagsFromString("--no-expose-gc");
  collect();
}

/**
 * Collects, and moves what is kept together: otherwise what is kept here and there on a page of the heap keeps the whole
 * page from the system. Takes two or three times as long, so it is for processes on whose answer nobody waits.
 */
export function collectAndCompact(): void {
  setFlagsFromString("--compact-on-every-full-gc");
  collectGarbage();
  setFlagsFromString("--no-compact-on-every-full-gc");
}

/** Its own computing, because on a busy machine also a process with little to do is long at it. */
function measureComputed(from: NodeJS.CpuUsage, to: NodeJS.CpuUsage): number {
  return (to.user + to.system - from.user - from.system) / 1_000;
}

function measureHeap(): number {
  return process.memoryUsage().heapUsed;
}
