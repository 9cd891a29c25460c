import type { Database } from "@/lib/db/client";

interface Due {
  readonly since: number;
  at: number;
}

const QUIET_MS = 300;
const WAIT_MAX_MS = 5_000;
const REST_FACTOR = 4;
const TICK_MS = 100;
const REMEMBERED_MAX = 1_000;

/**
 * Works on sessions in the background, one at a time. A session's turn comes when nothing new was asked for
 * it for a moment, or after a limited time, and never more often than a few times the duration of its last
 * work. So a stream of events is taken in at full speed, and a large session does not delay the others.
 */
export class Background {
  private readonly due = new Map<string, Due>();
  private readonly tookMs = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private running = false;

  constructor(
    private readonly work: (db: Database, key: string) => Promise<unknown>,
    private readonly complaint: string,
  ) {}

  /** Returns at once. */
  ask(db: Database, keys: readonly string[]): void {
    const now = Date.now();
    for (const key of keys) {
      const since = this.due.get(key)?.since ?? now;
      const rest = (this.tookMs.get(key) ?? 0) * REST_FACTOR;
      this.due.set(key, {
        since,
        at: Math.min(now + Math.max(QUIET_MS, rest), since + Math.max(WAIT_MAX_MS, rest)),
      });
    }
    this.timer ??= setInterval(() => void this.doDue(db), TICK_MS).unref();
  }

  private async doDue(db: Database): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      for (const [key, { at }] of this.due) {
        if (at > Date.now()) continue;
        this.due.delete(key);
        const started = Date.now();
        await this.work(db, key).catch((error: unknown) => console.error(this.complaint, error));
        this.remember(key, Date.now() - started);
      }
    } finally {
      this.running = false;
      if (this.due.size === 0) {
        clearInterval(this.timer);
        this.timer = undefined;
      }
    }
  }

  private remember(key: string, ms: number): void {
    this.tookMs.delete(key);
    this.tookMs.set(key, ms);
    const oldest = this.tookMs.keys().next().value;
    if (this.tookMs.size > REMEMBERED_MAX && oldest !== undefined) this.tookMs.delete(oldest);
  }
}
