export class WeightedCache<T> {
  private readonly entries = new Map<string, { value: T; weight: number }>();
  private total = 0;

  /**
   * @param weightMax in the unit of the weights given to `set`
   * @param onDropped receives entries that made room
   */
  constructor(
    private readonly weightMax: number,
    private readonly onDropped: (key: string, value: T) => void = () => undefined,
  ) {}

  get(key: string): T | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value;
  }

  take(key: string): T | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.entries.delete(key);
    this.total -= entry.weight;
    return entry.value;
  }

  set(key: string, value: T, weight: number): void {
    this.take(key);
    this.entries.set(key, { value, weight });
    this.total += weight;
    for (const [oldest, { value: dropped }] of this.entries) {
      if (this.total <= this.weightMax || this.entries.size === 1) return;
      this.take(oldest);
      this.onDropped(oldest, dropped);
    }
  }
}
