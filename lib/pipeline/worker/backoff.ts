import { Timers } from "./timers";

const REMEMBERED_MAX = 2_000;

interface Done {
  readonly at: number;
  readonly tookMs: number;
}

/**
 * Pauses between repetitions of work on one thing. Quiet things are worked on at once. For busy ones the
 * pause grows with the duration of the work, so that large things leave room for others.
 */
export class Backoff {
  private readonly done = new Map<string, Done>();
  private readonly timers = new Timers();

  /**
   * @param factor the pause as a multiple of the work's duration
   * @param maxMs its upper limit
   */
  constructor(
    private readonly factor: number,
    private readonly maxMs: number,
  ) {}

  /**
   * Runs the work, or asks for it again after the pause.
   * @param ask asks for the work; a process may end before, because others look for work too
   */
  async run(key: string, work: () => Promise<unknown>, ask: () => void): Promise<void> {
    const started = performance.now();
    const leftMs = this.measureLeft(key, started);
    if (leftMs > 0) return this.timers.set(key, leftMs, ask);
    await work();
    const at = performance.now();
    this.done.delete(key);
    this.done.set(key, { at, tookMs: at - started });
    const oldest = this.done.keys().next().value;
    if (this.done.size > REMEMBERED_MAX && oldest !== undefined) this.done.delete(oldest);
  }

  private measureLeft(key: string, now: number): number {
    const last = this.done.get(key);
    return last === undefined ? 0 : last.at + Math.min(this.maxMs, last.tookMs * this.factor) - now;
  }
}
