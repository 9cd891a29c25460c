import { LRUCache } from "lru-cache";
import { meters } from "@/lib/metrics";

/** After how long what is not used leaves a cache that holds much: longer than agents rest between two calls. */
const IDLE_MS = 60_000;
/** After how long it leaves a cache that holds little: longer than people think between two calls of their agent. */
const LITTLE_IDLE_MS = 10 * 60_000;
/** The part of the most that a cache may hold that is little. */
const LITTLE = 0.05;

/**
 * A least-recently-used cache with a maximum total weight. The newest entry stays whatever it weighs, while it is used.
 * What nobody uses leaves: soon, down to a twentieth of the maximum, so that a process that has little to do is small again,
 * and the rest later.
 */
export class WeightedCache<T extends NonNullable<unknown>> {
  private readonly entries: LRUCache<string, T>;
  private readonly hits: { inc(): void };
  private readonly misses: { inc(): void };

  /**
   * @param name what it is called where look-ups are counted
   * @param weightMax in the unit of the weights given to `set`
   * @param onDropped is given what had to make room, and what nobody has used
   * @param idleMs after how long an entry that is not used leaves, where the cache holds much
   */
  constructor(
    name: string,
    private readonly weightMax: number,
    private readonly onDropped: (key: string, value: T) => void = () => undefined,
    private readonly idleMs = IDLE_MS,
    private readonly littleIdleMs = Math.max(idleMs, LITTLE_IDLE_MS),
  ) {
    const { caches } = meters();
    this.hits = caches.labels({ cache: name, outcome: "hit" });
    this.misses = caches.labels({ cache: name, outcome: "miss" });
    this.entries = new LRUCache({
      maxSize: weightMax,
      ttl: littleIdleMs,
      updateAgeOnGet: true,
      disposeAfter: (value, key, reason) => {
        if (reason === "evict" || reason === "expire") onDropped(key, value);
      },
    });
    setInterval(() => this.dropUnused(), idleMs / 4).unref();
  }

  get(key: string): T | undefined {
    return this.findEntry(key);
  }

  take(key: string): T | undefined {
    const value = this.findEntry(key);
    this.entries.delete(key);
    return value;
  }

  set(key: string, value: T, weight: number): void {
    const size = Math.max(1, Math.min(Math.ceil(weight), this.entries.maxSize));
    this.entries.set(key, value, { size });
  }

  private findEntry(key: string): T | undefined {
    const value = this.entries.get(key);
    (value === undefined ? this.misses : this.hits).inc();
    return value;
  }

  private dropUnused(): void {
    this.entries.purgeStale();
    for (const key of [...this.entries.rkeys()]) {
      const unusedMs = this.littleIdleMs - this.entries.getRemainingTTL(key);
      if (unusedMs < this.idleMs || this.entries.calculatedSize <= this.weightMax * LITTLE) return;
      const value = this.entries.peek(key);
      this.entries.delete(key);
      if (value !== undefined) this.onDropped(key, value);
    }
  }
}
