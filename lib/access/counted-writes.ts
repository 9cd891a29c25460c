import { sayFailure } from "@/lib/db/say-failure";
import type { Database } from "@/lib/db/client";

interface CountedRowOf<Row> {
  /** As it was told last. */
  readonly row: Row;
  readonly count: number;
}

/** What is counted in memory and stored now and then. */
export class CountedWrites<Row> {
  private pending = new Map<string, CountedRowOf<Row>>();
  private earlier: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;

  /**
   * @param what names it where it cannot be stored
   * @param afterMs how long the first of what is counted waits
   * @param store stores all that it is given, or nothing
   */
  constructor(
    private readonly what: string,
    private readonly afterMs: number,
    private readonly store: (
      db: Database,
      counted: ReadonlyMap<string, CountedRowOf<Row>>,
      now: Date,
    ) => Promise<unknown>,
  ) {}

  /** How many different ones are not stored yet. */
  get size(): number {
    return this.pending.size;
  }

  add(db: Database, name: string, row: Row): void {
    this.count(name, row, 1);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.write(db).catch((error: unknown) => sayFailure(`${this.what} could not be stored`, error));
    }, this.afterMs).unref();
  }

  /** When it is done, what a write that began earlier took is stored as well. What cannot be stored is kept for the next. */
  write(db: Database, now = new Date()): Promise<void> {
    const written = this.earlier.then(async () => {
      const taken = this.pending;
      this.pending = new Map();
      if (taken.size === 0) return;
      try {
        await this.store(db, taken, now);
      } catch (error) {
        for (const [name, { row, count }] of taken)
          this.count(name, this.pending.get(name)?.row ?? row, count);
        throw error;
      }
    });
    this.earlier = written.catch(() => undefined);
    return written;
  }

  private count(name: string, row: Row, more: number): void {
    this.pending.set(name, { row, count: (this.pending.get(name)?.count ?? 0) + more });
  }
}
