/**
 * Sums over a fixed range of positions that change one at a time (a Fenwick tree). A change, a sum and a search for the
 * n-th unit each take logarithmic time.
 */
export class SumTree {
  readonly #sums: Float64Array;
  readonly #values: Float64Array;
  readonly #top: number;

  constructor(readonly length: number) {
    this.#sums = new Float64Array(length + 1);
    this.#values = new Float64Array(length);
    this.#top = length === 0 ? 0 : 2 ** Math.floor(Math.log2(length));
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  set(index: number, value: number): void {
    const difference = value - this.at(index);
    if (difference === 0) return;
    this.#values[index] = value;
    for (let i = index + 1; i <= this.length; i += i & -i) this.#sums[i] = (this.#sums[i] ?? 0) + difference;
  }

  before(end: number): number {
    let sum = 0;
    for (let i = Math.min(end, this.length); i > 0; i -= i & -i) sum += this.#sums[i] ?? 0;
    return sum;
  }

  /** The highest position below `end` with a value above 0; `null` if there is none. Values must not be negative. */
  findLastBefore(end: number): number | null {
    let rest = this.before(end);
    if (rest <= 0) return null;
    let position = 0;
    for (let step = this.#top; step > 0; step >>= 1) {
      const sum = this.#sums[position + step];
      if (position + step > this.length || sum === undefined || sum >= rest) continue;
      position += step;
      rest -= sum;
    }
    return position;
  }
}
