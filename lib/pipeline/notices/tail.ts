import type { SessionNotice } from "@/lib/db/notices";

/** What a tail has taken up since it was last asked: each session's changes as one. */
export interface News {
  /** Some of what changed is not among the notices: read everything again. */
  readonly reset: boolean;
  readonly notices: readonly SessionNotice[];
}

/** Sessions that a tail remembers while its reader is slow. Beyond that it only knows that it missed some. */
const SESSIONS_MAX = 1_000;

/** One reader's view of what changes: bounded, and several changes of a session are one. */
export class Tail {
  private readonly pending = new Map<string, SessionNotice>();
  private reset = false;
  private ended = false;
  private wake: (() => void) | null = null;

  /** @param onClose takes the tail off whatever feeds it */
  constructor(private readonly onClose: (tail: Tail) => void) {}

  get isClosed(): boolean {
    return this.ended;
  }

  push(notice: SessionNotice): void {
    if (this.ended) return;
    const before = this.pending.get(notice.session);
    this.pending.set(notice.session, before === undefined ? notice : together(before, notice));
    if (this.pending.size > SESSIONS_MAX) this.pushReset();
    this.wake?.();
  }

  /** Says that something was missed. */
  pushReset(): void {
    if (this.ended) return;
    this.reset = true;
    this.pending.clear();
    this.wake?.();
  }

  /** What has come up to now, or within `waitMs`; `null` when nothing has, or the tail is closed. */
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

/** Two changes of one session as one. */
function together(before: SessionNotice, after: SessionNotice): SessionNotice {
  const turns = [before.fromTurn, after.fromTurn].filter((turn) => turn !== null);
  const newest = after.version >= before.version ? after : before;
  return { ...newest, fromTurn: turns.length === 0 ? null : Math.min(...turns) };
}
