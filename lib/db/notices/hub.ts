import type { Database } from "../client";
import { getDatabase } from "../client";
import { listen } from "./listen";
import type { SessionNotice } from "./notices";
import { readChangedSince, NOTICE_CHANNEL, readNoticeOfNow, readNotice } from "./notices";
import { Tail } from "./tail";

export type Interest = { readonly session: string } | { readonly project: string };

/** Changes this long before the loss are announced again: clocks differ, and commits take time. */
const OVERLAP_MS = 60_000;
/** After a loss, at most so many changes of a project are announced one by one. */
const CAUGHT_UP_MAX = 500;

/**
 * Passes the database's notices on to tails. One connection listens for the whole process, and an open tail
 * causes no queries. After a loss of the connection, the changes are read once for every followed session and
 * project.
 */
export class NoticeHub {
  private readonly sessions = new Map<string, Set<Tail>>();
  private readonly projects = new Map<string, Set<Tail>>();
  private aliveAt = Date.now();
  private stop: (() => void) | null = null;

  /** @param url of the database, for the connection that listens */
  constructor(
    private readonly db: Database,
    private readonly url: string,
  ) {}

  /** Follows from now on. The caller must close the tail. */
  open(interest: Interest): Tail {
    this.stop ??= this.start();
    const [tails, key] =
      "session" in interest ? [this.sessions, interest.session] : [this.projects, interest.project];
    const tail = new Tail((closed) => {
      const set = tails.get(key);
      set?.delete(closed);
      if (set?.size === 0) tails.delete(key);
    });
    const existing = tails.get(key);
    if (existing === undefined) tails.set(key, new Set([tail]));
    else existing.add(tail);
    return tail;
  }

  close(): void {
    this.stop?.();
    this.stop = null;
    for (const tail of this.listTails()) tail.close();
  }

  private start(): () => void {
    this.aliveAt = Date.now();
    return listen(this.url, NOTICE_CHANNEL, {
      onNotice: (payload) => {
        this.aliveAt = Date.now();
        const notice = readNotice(payload);
        if (notice !== null) this.dispatch(notice);
      },
      onListening: () => {
        const since = this.aliveAt - OVERLAP_MS;
        this.aliveAt = Date.now();
        void this.catchUp(since).catch(() => this.resetAll());
      },
    });
  }

  private dispatch(notice: SessionNotice): void {
    for (const tail of this.sessions.get(notice.session) ?? []) tail.push(notice);
    for (const tail of this.projects.get(notice.project) ?? []) tail.push(notice);
  }

  private async catchUp(since: number): Promise<void> {
    for (const [session, tails] of this.sessions) {
      const notice = await readNoticeOfNow(this.db, session);
      for (const tail of tails) {
        if (notice === null) tail.push(makeGoneNotice(session));
        else tail.push(notice);
      }
    }
    for (const [project, tails] of this.projects) {
      const notices = await readChangedSince(this.db, project, since, CAUGHT_UP_MAX);
      for (const tail of tails) {
        tail.pushReset();
        for (const notice of notices) tail.push(notice);
      }
    }
  }

  private resetAll(): void {
    for (const tail of this.listTails()) tail.pushReset();
  }

  private *listTails(): Iterable<Tail> {
    for (const sets of [this.sessions, this.projects]) for (const set of sets.values()) yield* [...set];
  }
}

function makeGoneNotice(session: string): SessionNotice {
  return { project: "", session, version: Date.now(), deleted: true, fromTurn: null, lastTurn: null };
}

const shared = globalThis as { sightglassNotices?: NoticeHub };

/**
 * Created on first use; ends with the process.
 * @throws when DATABASE_URL is not set
 */
export function getNoticeHub(): NoticeHub {
  if (shared.sightglassNotices !== undefined) return shared.sightglassNotices;
  const url = process.env.SIGHTGLASS_LISTEN_URL ?? process.env.DATABASE_URL;
  if (url === undefined) throw new Error("DATABASE_URL is not set");
  const hub = new NoticeHub(getDatabase(), url);
  process.once("SIGTERM", () => hub.close());
  process.once("SIGINT", () => hub.close());
  return (shared.sightglassNotices = hub);
}
