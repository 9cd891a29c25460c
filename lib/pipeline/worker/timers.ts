/** One timer a key: asking again while it runs changes nothing. Timers do not keep the process alive. */
export class Timers {
  private readonly waiting = new Set<string>();

  has(key: string): boolean {
    return this.waiting.has(key);
  }

  set(key: string, ms: number, work: () => void): void {
    if (this.waiting.has(key)) return;
    this.waiting.add(key);
    setTimeout(() => {
      this.waiting.delete(key);
      work();
    }, ms).unref();
  }
}
