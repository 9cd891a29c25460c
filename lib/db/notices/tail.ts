import type { SessionNotice } from "./notices";

export interface News {
  /** Some changes are missing: read everything again. */
  readonly reset: boolean;
  readonly notices: readonly SessionNotice[];
}

/** Sessions that a tail remembers for a slow reader. Beyond that it only knows that some are missing. */
const SESSIONS_MAX = 1_000;

export class Tail {
  private readonly pending = new Map<string, SessionNotice>();
  private reset = false;
  private ended = false;
  private wake: (() => void) | null = null;

  constructor(private readonly onClose: (tail: Tail) => void) {}

  get isClosed(): boolean {
    return this.ended;
  }

  push(notice: SessionNotice): void {
    if (this.ended) return;
    const before = this.pending.get(notice.session);
    this.pending.set(notice.session, before === undefined ? notice : mergeNotices(before, notice));
    if (this.pending.size > SESSIONS_MAX) this.pushReset();
    this.wake?.();
  }

  pushReset(): void {
    if (this.ended) return;
    this.reset = true;
    this.pending.clear();
    this.wake?.();
  }

  /** News up to now, or within `waitMs`; `null` for none, or when the tail is closed. */
  async take(waitMs: number): Promise<News | null> {
    if (!this.hasNews() && !this.ended) await this.wait(waitMs);
    if (this.ended || !this.hasNews()) return null;
    const news = { reset: this.reset, notices: [...this.pending.values()] };
    this.reset = false;
    this.pending.clear();
    return news;
  }

  close(): void {
    if (this.ended) return;
    this.ended = true;
    this.pending.clear();
    this.onClose(this);
    this.wake?.();
  }

  private hasNews(): boolean {
    return this.reset || this.pending.size > 0;
  }

  private async wait(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = null;
  }
}

function mergeNotices(before: SessionNotice, after: SessionNotice): SessionNotice {
  const turns = [before.fromTurn, after.fromTurn].filter((turn) => turn !== null);
  const newest = after.version >= before.version ? after : before;
  return { ...newest, fromTurn: turns.length === 0 ? null : Math.min(...turns) };
}
