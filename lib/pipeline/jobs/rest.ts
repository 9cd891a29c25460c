import { Timers } from "./timers";

const REMEMBERED_MAX = 2_000;

interface Done {
  readonly at: number;
  readonly tookMs: number;
}

/**
 * How long work on one thing rests before it is done again. What is quiet is worked on at once; what is busy is worked on
 * again after a time that grows with how long it took, so that something large leaves room for the others.
 */
export class Rest {
  private readonly done = new Map<string, Done>();
  private readonly timers = new Timers();

  /** @param factor the rest, in times of how long the work took @param maxMs and never longer than this */
  constructor(
    private readonly factor: number,
    private readonly maxMs: number,
  ) {}

  /**
   * Does the work, or has it asked for again once it has rested.
   * @param ask asks for the work; a process that ends before is no harm, as others look what is to do
   */
  async run(key: string, work: () => Promise<unknown>, ask: () => void): Promise<void> {
    const started = Date.now();
    const left = this.left(key, started);
    if (left > 0) return this.timers.set(key, left, ask);
    await work();
    const at = Date.now();
    this.done.delete(key);
    this.done.set(key, { at, tookMs: at - started });
    const oldest = this.done.keys().next().value;
    if (this.done.size > REMEMBERED_MAX && oldest !== undefined) this.done.delete(oldest);
  }

  private left(key: string, now: number): number {
    const last = this.done.get(key);
    return last === undefined ? 0 : last.at + Math.min(this.maxMs, last.tookMs * this.factor) - now;
  }
}
