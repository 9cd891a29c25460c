/**
 * Requests with data take turns in computing, one per round of the event loop. Otherwise a hundred bodies
 * that arrive together would be parsed in one go, and small requests would wait for all of them.
 */
export class Turns {
  private readonly waiting: (() => void)[] = [];

  /** The turn lasts until the caller waits for something else. */
  take(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      if (this.waiting.length === 1) setImmediate(() => this.next());
    });
  }

  private next(): void {
    this.waiting.shift()?.();
    if (this.waiting.length > 0) setImmediate(() => this.next());
  }
}

/** The server and the routes are in different bundles and share one order. */
const shared = globalThis as { sightglassTurns?: Turns };

/** Resolves when it is the caller's turn in this process. */
export function myTurn(): Promise<void> {
  return (shared.sightglassTurns ??= new Turns()).take();
}
