import type { Tokens } from "../units";

/**
 * Learns from the session itself how many of the model's tokens one counted token is. Between two calls with provider
 * usage, the appended text has a counted size and a measured one. The factor is the slope of a line through the origin.
 * Only differences are compared, so a constant (a system prompt nobody sent, tool schemas) has no effect.
 *
 * A changed factor changes every figure of the session. So beyond `SMALL_MAX` deltas it is learned again only after the
 * number of deltas has grown by half, and from `SAMPLES_MAX` on it stays.
 */
export class Calibrator {
  private readonly samples: { counted: Tokens; measured: Tokens }[] = [];
  /** The number of deltas behind the factor, and the number at which it is learned again. */
  private used = 0;
  private next = SAMPLES_MIN;

  /** Adds one delta. Deltas that are small, negative or far off say nothing about the tokenizer and are ignored. */
  add(countedTokens: Tokens, measured: Tokens): void {
    if (this.used >= SAMPLES_MAX || countedTokens < COUNTED_MIN || measured <= 0) return;
    const ratio = measured / countedTokens;
    if (ratio < RATIO_MIN || ratio > RATIO_MAX) return;
    this.samples.push({ counted: countedTokens, measured });
    if (this.samples.length < this.next) return;
    this.used = this.next;
    const step = this.used < SMALL_MAX ? 1 : this.used >> 1;
    this.next = Math.min(SAMPLES_MAX, this.used + step);
  }

  /**
   * The factor, in steps of 0.01 so that it settles; `prior` with fewer than three samples. It is a weighted median of
   * the ratios: half of the counted tokens lie on either side, so a few odd deltas do not move it.
   */
  computeFactor(prior: number): number {
    if (!this.isLearned) return prior;
    const byRatio = this.samples
      .slice(0, this.used)
      .sort((a, b) => a.measured / a.counted - b.measured / b.counted);
    const half = byRatio.reduce((sum, s) => sum + s.counted, 0) / 2;
    let below = 0;
    for (const sample of byRatio) {
      below += sample.counted;
      if (below >= half) return Math.round((sample.measured / sample.counted) * 100) / 100;
    }
    return prior;
  }

  get isLearned(): boolean {
    return this.used >= SAMPLES_MIN;
  }

  get size(): number {
    return this.used;
  }

  computeMedianError(factor: number): Tokens | null {
    const errors = this.samples
      .slice(0, this.used)
      .map((s) => Math.abs(s.counted * factor - s.measured))
      .sort((a, b) => a - b);
    const middle = errors[errors.length >> 1];
    return middle === undefined ? null : Math.round(middle);
  }
}

const COUNTED_MIN = 100;
const RATIO_MIN = 0.6;
const RATIO_MAX = 2;
const SAMPLES_MIN = 3;
const SAMPLES_MAX = 300;
/** Rewriting a session with so few deltas is cheap, so each delta counts at once. */
const SMALL_MAX = 32;
