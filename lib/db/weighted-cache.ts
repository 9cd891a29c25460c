import { LRUCache } from "lru-cache";

/** What nobody has used for so long leaves a cache, so that a process that has little to do is small again. */
const IDLE_MS = 120_000;

/**
 * A least-recently-used cache with a maximum total weight. The newest entry stays whatever it weighs, until it was not
 * used for a while.
 */
export class WeightedCache<T extends NonNullable<unknown>> {
  private readonly entries: LRUCache<string, T>;

  /**
   * @param weightMax in the unit of the weights given to `set`
   * @param onDropped is given what had to make room, and what nobody has used
   * @param idleMs after how long an entry that is not used leaves
   */
  constructor(
    weightMax: number,
    onDropped: (key: string, value: T) => void = () => undefined,
    idleMs = IDLE_MS,
  ) {
    this.entries = new LRUCache({
      maxSize: weightMax,
      ttl: idleMs,
      updateAgeOnGet: true,
      disposeAfter: (value, key, reason) => {
        if (reason === "evict" || reason === "expire") onDropped(key, value);
      },
    });
    setInterval(() => this.entries.purgeStale(), idleMs / 4).unref();
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
