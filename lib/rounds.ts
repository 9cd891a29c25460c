/**
 * What wants to compute: something that somebody waits for right now, something that was just sent, or a long computation that
 * has paused.
 */
export type RoundKind = "urgent" | "fresh" | "paused";

/**
 * Has computations of a process take turns: one each round of the event loop. A hundred bodies that arrive in the same moment,
 * or a hundred long answers, would else be computed in one go, and whoever asks for something small would wait for all. What
 * was just sent and what has paused alternate, so that neither waits for all of the other.
 *
 *     asked  paused 1, paused 2, fresh 1, fresh 2, urgent 1
 *     order  urgent 1, fresh 1, paused 1, fresh 2, paused 2
 */
export class Rounds {
  private readonly lines: Readonly<Record<RoundKind, (() => void)[]>> = { urgent: [], fresh: [], paused: [] };
  private isFreshNext = true;

  private get count(): number {
    return this.lines.urgent.length + this.lines.fresh.length + this.lines.paused.length;
  }

  /** Resolves when the caller may compute, until it waits for something else. */
  take(kind: RoundKind = "fresh"): Promise<void> {
    return new Promise((resolve) => {
      this.lines[kind].push(resolve);
      if (this.count === 1) setImmediate(() => this.next());
    });
  }

  private next(): void {
    const { urgent, fresh, paused } = this.lines;
    const [first, second] = this.isFreshNext ? [fresh, paused] : [paused, fresh];
    if (urgent.length === 0) this.isFreshNext = first !== fresh || first.length === 0;
    (urgent.shift() ?? first.shift() ?? second.shift())?.();
    if (this.count > 0) setImmediate(() => this.next());
  }
}

/** The server and the routes are loaded apart, and share one order. */
const shared = globalThis as { sightglassRounds?: Rounds };

/** Resolves when it is the caller's round in this process. */
export function nextRound(kind: RoundKind = "fresh"): Promise<void> {
  return (shared.sightglassRounds ??= new Rounds()).take(kind);
}
