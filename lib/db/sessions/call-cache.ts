import type { CopyingCall } from "@/lib/core/trace/copied-turns";
import { WeightedCache } from "../weighted-cache";

interface Known {
  /** What the rows of the calls follow from. */
  readonly state: string;
  readonly calls: readonly CopyingCall[];
}

/** Calls that a process keeps, at most: some ten megabytes. */
const CALLS_MAX = 100_000;

/**
 * What this process has read of sessions' calls, the newest of it. The relatives of a session are compared again with each new one; of
 * those that have not changed nothing is read again.
 */
export class CallCache {
  private readonly known: WeightedCache<Known>;

  constructor(callsMax = CALLS_MAX) {
    this.known = new WeightedCache("calls of copies", callsMax);
  }

  get(key: string, state: string): readonly CopyingCall[] | undefined {
    const entry = this.known.get(key);
    return entry?.state === state ? entry.calls : undefined;
  }

  add(key: string, state: string, calls: readonly CopyingCall[]): void {
    this.known.set(key, { state, calls }, calls.length + 1);
  }
}
