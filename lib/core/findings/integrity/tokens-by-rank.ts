/** Token sums over blocks by rank. Updates and queries take logarithmic time (a Fenwick tree). */
export class TokensByRank {
  private readonly position: ReadonlyMap<number, number>;
  private readonly sums: Float64Array;
  total = 0;

  constructor(ranks: readonly number[]) {
    const sorted = [...new Set(ranks)].sort((a, b) => a - b);
    this.position = new Map(sorted.map((rank, i) => [rank, i + 1]));
    this.sums = new Float64Array(sorted.length + 1);
  }

  add(rank: number, tokens: number): void {
    this.total += tokens;
    for (let i = this.position.get(rank) ?? this.sums.length; i < this.sums.length; i += i & -i) {
      this.sums[i] = (this.sums[i] ?? 0) + tokens;
    }
  }

  below(rank: number): number {
    let sum = 0;
    for (let i = (this.position.get(rank) ?? 1) - 1; i > 0; i -= i & -i) sum += this.sums[i] ?? 0;
    return sum;
  }
}
