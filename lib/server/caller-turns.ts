import type { EventEmitter } from "node:events";

/** Limits of {@link CallerTurns}. */
export interface CallerTurnLimits {
  /** Requests that are worked on at the same time. */
  readonly atOnce: number;
  /** Requests that may wait: of one caller, and of all. */
  readonly waitingPerCaller: number;
  readonly waiting: number;
}

type Start = (isTurn: boolean) => void;

/**
 * Has requests that take much computing take turns, because many at once would keep waiting whoever asks for something
 * small. Callers take turns with each other, and each caller's own come in order.
 */
export class CallerTurns {
  private running = 0;
  private count = 0;
  private isStarting = false;
  /** Those who wait, by caller. The first caller is next. */
  private readonly lines = new Map<string, Start[]>();

  constructor(private readonly limits: CallerTurnLimits) {}

  /** Requests that wait for their turn. */
  get waiting(): number {
    return this.count;
  }

  /**
   * Waits for a turn.
   * @param caller whom to be fair to, such as an address
   * @param gone aborted when nobody waits for the answer any more
   * @returns what ends the turn, may be called more than once; `null` when too many wait; `"gone"` when the caller has gone
   */
  async take(caller: string, gone: AbortSignal): Promise<(() => void) | null | "gone"> {
    if (gone.aborted) return "gone";
    if (this.running < this.limits.atOnce && this.count === 0) this.running++;
    else {
      const line = this.lines.get(caller) ?? [];
      if (line.length >= this.limits.waitingPerCaller || this.count >= this.limits.waiting) return null;
      if (!(await this.standInLine(caller, line, gone))) return "gone";
    }
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.running--;
      this.startSoon();
    };
  }

  private standInLine(caller: string, line: Start[], gone: AbortSignal): Promise<boolean> {
    return new Promise<boolean>((resolve) => {
      const leave = () => this.leave(caller, start);
      const start: Start = (isTurn) => {
        gone.removeEventListener("abort", leave);
        resolve(isTurn);
      };
      gone.addEventListener("abort", leave, { once: true });
      line.push(start);
      this.lines.set(caller, line);
      this.count++;
      this.startSoon();
    });
  }

  private leave(caller: string, start: Start): void {
    const line = this.lines.get(caller) ?? [];
    const at = line.indexOf(start);
    if (at < 0) return;
    line.splice(at, 1);
    this.count--;
    if (line.length === 0) this.lines.delete(caller);
    start(false);
  }

  /** One round of the event loop lies between two starts, so that small requests come in between. */
  private startSoon(): void {
    if (this.isStarting || this.count === 0 || this.running >= this.limits.atOnce) return;
    this.isStarting = true;
    setImmediate(() => {
      this.isStarting = false;
      this.startNext();
      this.startSoon();
    });
  }

  private startNext(): void {
    const [first] = this.lines;
    if (first === undefined || this.running >= this.limits.atOnce) return;
    const [caller, line] = first;
    const start = line.shift();
    this.lines.delete(caller);
    if (line.length > 0) this.lines.set(caller, line);
    if (start === undefined) return;
    this.count--;
    this.running++;
    start(true);
  }
}

/**
 * Waits for the turn of a request, which leaves the line when its sender closes the connection.
 * @returns as {@link CallerTurns.take}
 */
export async function turnOf(
  turns: CallerTurns,
  caller: string,
  response: EventEmitter & { readonly destroyed?: boolean },
): ReturnType<CallerTurns["take"]> {
  // A closed response never says again that it is closed, so its turn would never end.
  if (response.destroyed === true) return "gone";
  const gone = new AbortController();
  const leave = () => gone.abort();
  response.once("close", leave);
  const end = await turns.take(caller, gone.signal);
  response.off("close", leave);
  if (typeof end !== "function" || !gone.signal.aborted) return end;
  end();
  return "gone";
}
