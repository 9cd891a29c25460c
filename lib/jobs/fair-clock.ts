const NAMES_MAX = 10_000;

/**
 * Gives each of many their turn: whoever asks for more than a share of the time comes behind those that ask for less. Each has
 * a clock of its own that every request puts forward by a step; a request comes so far behind as its clock is ahead of now.
 *
 * For example, with a step of 20 ms: of a hundred requests at once of one project, the last comes two seconds behind a first one of
 * another project. A second later the clock is one second ahead.
 */
export class FairClock {
  private readonly ahead = new Map<string, number>();

  /** @param maxMs how far a clock may be ahead: nobody waits for longer because of what they asked for before */
  constructor(
    private readonly stepMs: number,
    private readonly maxMs: number,
  ) {}

  /**
   * Notes a request.
   * @param now in ms
   * @returns how many ms it comes behind a first one
   */
  note(name: string, now: number): number {
    const at = Math.min(Math.max(now, this.ahead.get(name) ?? now), now + this.maxMs);
    this.ahead.delete(name);
    this.ahead.set(name, at + this.stepMs);
    const oldest = this.ahead.keys().next().value;
    if (this.ahead.size > NAMES_MAX && oldest !== undefined) this.ahead.delete(oldest);
    return at - now;
  }
}
