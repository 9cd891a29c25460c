/** Limits of a {@link FairGate}. What is left out has no limit of its own. */
export interface GateLimits {
  /** Work that is under way at the same time: of all, and of one key. */
  readonly atOnce: number;
  readonly perKey?: number;
  /** Work that may wait: of all, and of one key. */
  readonly waiting?: number;
  readonly waitingPerKey?: number;
}

/** Ends a turn. May be called more than once. */
export type EndTurn = () => void;

export interface RunOptions {
  /** Aborted when nobody waits for the work any more. */
  readonly gone?: AbortSignal;
  /** Makes the error for work that is not done: too many wait, or nobody waits for it any more. */
  readonly refusal?: (why: "full" | "gone") => Error;
}

const noTurn = (why: "full" | "gone") => new Error(`no turn: ${why}`);

type Start = (isTurn: boolean) => void;

/**
 * Lets a few pieces of work through at the same time. Keys (callers, projects) take turns, and the work of each comes in its
 * order: who has much to do waits for itself, and others pass it. One round of the event loop lies between two starts, so
 * that what is small comes in between.
 *
 * For example, with one at once, `a` asks four times, then `b` once:
 *
 *     asked  a1 a2 a3 a4 b1
 *     order  a1 a2 b1 a3 a4      a1 goes at once; a and b take turns from then on
 */
export class FairGate {
  private count = 0;
  private isStarting = false;
  /** Who waits, by key. The first key that may is next. */
  private readonly lines = new Map<string, Start[]>();
  private readonly running = new Map<string, number>();
  private runningCount = 0;

  constructor(private readonly limits: GateLimits) {}

  /** How much waits for its turn. */
  get waiting(): number {
    return this.count;
  }

  /**
   * Waits for a turn.
   * @param key whom to be fair to, such as an address or a project
   * @param gone aborted when nobody waits for the work any more
   * @returns what ends the turn; `null` when too many wait; `"gone"` when nobody waits for it any more
   */
  async take(key: string, gone?: AbortSignal): Promise<EndTurn | null | "gone"> {
    if (gone?.aborted === true) return "gone";
    if (this.count === 0 && this.isOpenFor(key)) this.enter(key);
    else {
      const line = this.lines.get(key) ?? [];
      const { waiting = Infinity, waitingPerKey = Infinity } = this.limits;
      if (line.length >= waitingPerKey || this.count >= waiting) return null;
      if (!(await this.standInLine(key, line, gone))) return "gone";
    }
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.exit(key);
    };
  }

  /**
   * Does work in its turn.
   * @throws every error of the work, and what `refusal` makes where it is not done
   */
  async run<T>(key: string, work: () => Promise<T>, { refusal = noTurn, gone }: RunOptions = {}): Promise<T> {
    const end = await this.take(key, gone);
    if (typeof end !== "function") throw refusal(end ?? "full");
    try {
      return await work();
    } finally {
      end();
    }
  }

  private isOpenFor(key: string): boolean {
    const { atOnce, perKey = atOnce } = this.limits;
    return this.runningCount < atOnce && (this.running.get(key) ?? 0) < perKey;
  }

  private enter(key: string): void {
    this.runningCount++;
    this.running.set(key, (this.running.get(key) ?? 0) + 1);
  }

  private exit(key: string): void {
    this.runningCount--;
    const left = (this.running.get(key) ?? 1) - 1;
    if (left > 0) this.running.set(key, left);
    else this.running.delete(key);
    this.startSoon();
  }

  private standInLine(key: string, line: Start[], gone: AbortSignal | undefined): Promise<boolean> {
    return new Promise<boolean>((resolve) => {
      const leave = () => this.leave(key, start);
      const start: Start = (isTurn) => {
        gone?.removeEventListener("abort", leave);
        resolve(isTurn);
      };
      gone?.addEventListener("abort", leave, { once: true });
      line.push(start);
      this.lines.set(key, line);
      this.count++;
      this.startSoon();
    });
  }

  private leave(key: string, start: Start): void {
    const line = this.lines.get(key) ?? [];
    const at = line.indexOf(start);
    if (at < 0) return;
    line.splice(at, 1);
    this.count--;
    if (line.length === 0) this.lines.delete(key);
    start(false);
  }

  private startSoon(): void {
    if (this.isStarting || this.count === 0 || this.runningCount >= this.limits.atOnce) return;
    this.isStarting = true;
    setImmediate(() => {
      this.isStarting = false;
      if (this.startNext()) this.startSoon();
    });
  }

  private startNext(): boolean {
    for (const [key, line] of this.lines) {
      if (!this.isOpenFor(key)) continue;
      const start = line.shift();
      // At the end, so that the others come first.
      this.lines.delete(key);
      if (line.length > 0) this.lines.set(key, line);
      if (start === undefined) continue;
      this.count--;
      this.enter(key);
      start(true);
      return true;
    }
    return false;
  }
}
