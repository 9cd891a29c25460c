/** Sums over a list whose numbers change: each call takes the logarithm of its length (a Fenwick tree). */
export class PrefixSums {
  readonly #tree: Float64Array;
  total = 0;

  constructor(private readonly size: number) {
    this.#tree = new Float64Array(size + 1);
  }

  add(at: number, value: number): void {
    this.total += value;
    for (let i = at + 1; i <= this.size; i += i & -i) this.#tree[i] = (this.#tree[i] ?? 0) + value;
  }

  /** The sum of the numbers before `at`. */
  before(at: number): number {
    let sum = 0;
    for (let i = at; i > 0; i -= i & -i) sum += this.#tree[i] ?? 0;
    return sum;
  }

  /** The index at which the running sum first passes `sum`; the length if it never does. */
  find(sum: number): number {
    let [at, remainder] = [0, sum];
    for (let step = 2 ** Math.floor(Math.log2(Math.max(1, this.size))); step >= 1; step /= 2) {
      const value = this.#tree[at + step];
      if (at + step > this.size || value === undefined || value > remainder) continue;
      at += step;
      remainder -= value;
    }
    return at;
  }
}
