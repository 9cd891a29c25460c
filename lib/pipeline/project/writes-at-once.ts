/** Does work a few at a time. */
export class WritesAtOnce {
  private readonly running = new Set<Promise<void>>();
  private readonly failures: unknown[] = [];

  constructor(private readonly max: number) {}

  /**
   * Begins some work, and returns when there is room for more.
   * @throws what earlier work failed with, and begins nothing then
   */
  async add(work: () => Promise<void>): Promise<void> {
    this.check();
    const one: Promise<void> = work()
      .catch((error: unknown) => void this.failures.push(error))
      .finally(() => this.running.delete(one));
    this.running.add(one);
    if (this.running.size >= this.max) await Promise.race(this.running);
  }

  /** Waits until all of it is done. @throws what some of it failed with */
  async done(): Promise<void> {
    await Promise.all(this.running);
    this.check();
  }

  private check(): void {
    if (this.failures.length > 0) throw this.failures[0];
  }
}
