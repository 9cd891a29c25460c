/**
 * Has computations of a process take turns: one each round of the event loop. A hundred bodies that arrive in the same moment,
 * or a hundred long answers, would else be computed in one go, and whoever asks for something small would wait for all.
 */
export class Rounds {
  private readonly urgent: (() => void)[] = [];
  private readonly waiting: (() => void)[] = [];

  /** Resolves when the caller may compute, until it waits for something else. @param isUrgent whether it passes those that are not */
  take(isUrgent = false): Promise<void> {
    return new Promise((resolve) => {
      (isUrgent ? this.urgent : this.waiting).push(resolve);
      if (this.urgent.length + this.waiting.length === 1) setImmediate(() => this.next());
    });
  }

  private next(): void {
    (this.urgent.shift() ?? this.waiting.shift())?.();
    if (this.urgent.length + this.waiting.length > 0) setImmediate(() => this.next());
  }
}

/** The server and the routes are loaded apart, and share one order. */
const shared = globalThis as { sightglassRounds?: Rounds };

/** Resolves when it is the caller's round in this process. @param isUrgent whether somebody waits for it right now */
export function nextRound(isUrgent = false): Promise<void> {
  return (shared.sightglassRounds ??= new Rounds()).take(isUrgent);
}
