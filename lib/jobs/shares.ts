/** How long a request counts against its project. */
const SPAN_MS = 5_000;
const STEPS_MAX = 15;
const PROJECTS_MAX = 10_000;

interface Asks {
  count: number;
  since: number;
}

/**
 * Counts recent requests per project. With every doubling, a project's jobs move one step back in the order,
 * so that many requests of one do not delay the others.
 */
export class Shares {
  private readonly asks = new Map<string, Asks>();

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
