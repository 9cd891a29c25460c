import type { CopyingCall } from "@/lib/core/trace/copied-turns";

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
export class KnownCalls {
  private newer = new Map<string, Known>();
  private older: ReadonlyMap<string, Known> = new Map();
  private held = 0;

  constructor(private readonly callsMax = CALLS_MAX) {}

  get(key: string, state: string): readonly CopyingCall[] | undefined {
    const known = this.newer.get(key) ?? this.older.get(key);
    if (known?.state !== state) return undefined;
    this.add(key, state, known.calls);
    return known.calls;
  }

  add(key: string, state: string, calls: readonly CopyingCall[]): void {
    const before = this.newer.get(key);
    if (before?.calls === calls && before.state === state) return;
    if (before === undefined && this.held >= this.callsMax / 2) {
      [this.older, this.newer] = [this.newer, new Map()];
      this.held = 0;
    }
    this.held += calls.length + 1 - (before === undefined ? 0 : before.calls.length + 1);
    this.newer.set(key, { state, calls });
  }
}
