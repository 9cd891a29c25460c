/**
 * Has requests that bring something take turns in computing: one each round of the event loop. A hundred bodies that
 * arrive in the same moment would else be parsed in one go, and whoever asks for something small would wait for all.
 */
export class Turns {
  private readonly waiting: (() => void)[] = [];

  /** Resolves when the caller may compute, until it waits for something else. */
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

/** The server and the routes are loaded apart, and share one order. */
const shared = globalThis as { sightglassTurns?: Turns };

/** Resolves when it is the caller's turn in this process. */
export function myTurn(): Promise<void> {
  return (shared.sightglassTurns ??= new Turns()).take();
}
