/** How long an ask counts against its project. */
const SPAN_MS = 5_000;
const STEPS_MAX = 15;
const PROJECTS_MAX = 10_000;

interface Asks {
  count: number;
  since: number;
}

/**
 * Who asked for how much of late. A project's jobs come one step later in the order with every doubling of what it asks
 * for, so that a flood of one does not hold up the others.
 */
export class Shares {
  private readonly asks = new Map<string, Asks>();

  /** Counts one ask of a project. @returns how many steps later it is to come */
  note(project: string, now: number): number {
    const asks = this.asks.get(project) ?? { count: 0, since: now };
    const age = Math.max(0, now - asks.since);
    const count = asks.count * Math.max(0, 1 - age / SPAN_MS) + 1;
    this.asks.delete(project);
    this.asks.set(project, { count, since: now });
    const oldest = this.asks.keys().next().value;
    if (this.asks.size > PROJECTS_MAX && oldest !== undefined) this.asks.delete(oldest);
    return Math.min(STEPS_MAX, Math.floor(Math.log2(count) / 2));
  }
}
