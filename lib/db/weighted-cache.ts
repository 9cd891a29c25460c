import { LRUCache } from "lru-cache";

/** A least-recently-used cache with a maximum total weight. The newest entry stays whatever it weighs. */
export class WeightedCache<T extends NonNullable<unknown>> {
  private readonly entries: LRUCache<string, T>;

  /**
   * @param weightMax in the unit of the weights given to `set`
   * @param onDropped is given what had to make room
   */
  constructor(weightMax: number, onDropped: (key: string, value: T) => void = () => undefined) {
    this.entries = new LRUCache({
      maxSize: weightMax,
      disposeAfter: (value, key, reason) => {
        if (reason === "evict") onDropped(key, value);
      },
    });
  }

  get(key: string): T | undefined {
    return this.entries.get(key);
  }

  take(key: string): T | undefined {
    const value = this.entries.get(key);
    this.entries.delete(key);
    return value;
  }

  set(key: string, value: T, weight: number): void {
    const size = Math.max(1, Math.min(Math.ceil(weight), this.entries.maxSize));
    this.entries.set(key, value, { size });
  }
}
