import { EventEmitter, once } from "node:events";

/**
 * Gives fresh work the larger part of a busy machine: while some of it is under way here, the next analysis begins only after a
 * rest. Without fresh work nothing rests.
 *
 * For example, with a factor of 3 and at most 2 s: an analysis took 100 ms, and derivations follow each other without a pause. The
 * next analysis begins 300 ms after that one, or as soon as no derivation runs.
 */
export class FreshFirst {
  private underWay = 0;
  private restUntil = 0;
  private readonly ends = new EventEmitter().setMaxListeners(0);

  /**
   * @param factor the rest as a multiple of the time that the last analysis took
   * @param maxMs its upper limit
   */
  constructor(
    private readonly factor: number,
    private readonly maxMs: number,
  ) {}

  /** Runs work that somebody waits for. */
  async runFresh<T>(work: () => Promise<T>): Promise<T> {
    this.underWay++;
    try {
      return await work();
    } finally {
      if (--this.underWay === 0) this.ends.emit("quiet");
    }
  }

  /** Runs work that can wait for a moment. */
  async runAfter<T>(work: () => Promise<T>): Promise<T> {
    await this.waitForRoom();
    const started = performance.now();
    try {
      return await work();
    } finally {
      const at = performance.now();
      this.restUntil = Math.max(this.restUntil, at + Math.min(this.maxMs, (at - started) * this.factor));
    }
  }

  private async waitForRoom(): Promise<void> {
    const leftMs = this.restUntil - performance.now();
    if (leftMs <= 0 || this.underWay === 0) return;
    await once(this.ends, "quiet", { signal: AbortSignal.timeout(Math.ceil(leftMs)) }).catch(() => undefined);
  }
}
