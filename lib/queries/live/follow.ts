import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "@/lib/db/client";
import type { SessionNotice } from "@/lib/db/notices/notices";
import { readChangedSince, readNoticeOfNow } from "@/lib/db/notices/notices";
import type { NoticeHub } from "@/lib/db/notices/hub";
import type { News, Tail } from "@/lib/db/notices/tail";
import { findSession } from "../reading/find-session";
import type { SessionNewsMessage } from "@/lib/api/endpoints/streams";
import type { SessionSummary } from "@/lib/api/schemas/session";
import { makePublicId } from "@/lib/db/session-id";
import { WeightedCache } from "@/lib/db/weighted-cache";
import { findAwayNode } from "@/lib/db/nodes";
import { buildSummary } from "../reading/session-view";

const SESSIONS_KEPT = 2_000;

const summaries = new WeightedCache<Known>("summaries", SESSIONS_KEPT);

export interface Follower {
  readonly project: string;
  readonly after: number | undefined;
  readonly signal: AbortSignal;
  readonly mayRead: () => Promise<boolean>;
}

const KEEP_OPEN_MS = 15_000;
/** Whoever was removed is let go within a second, also where nothing happens. */
const MAY_READ_MS = 500;

/** The shortest time between two messages. Faster changes are combined. */
const SESSION_GAP_MS = 250;

const LIST_GAP_MS = 500;

const RETRY_MS = 1_000;

/** After an absence, at most this many list events are sent one by one. */
const CAUGHT_UP_MAX = 200;

/**
 * Changes this long before the last seen event are sent again, because commits do not come in the order of versions.
 */
const OVERLAP_MS = 10_000;

/**
 * If the follower's state is old, the present state comes first.
 * @throws AppError `not_found` before any output
 */
export async function followSession(
  db: Database,
  hub: NoticeHub,
  id: string,
  follower: Follower,
): Promise<AsyncGenerator<StreamMessage>> {
  const { sessionId: session } = await findSession(db, follower.project, id);
  const tail = hub.open({ session });
  const away = new AwayTeller(() => findAwayNode(db, session));
  const readNow = async () => [
    (await readNoticeOfNow(db, session)) ?? makeDeletedNotice(follower.project, session),
  ];
  const readUnseen = async () => (await readNow()).filter(({ version }) => version !== follower.after);
  const choose: Choose = async (news) => {
    const notices = news.reset ? await readNow() : news.notices;
    return { notices, isLast: notices.some(({ deleted }) => deleted), isPartial: false };
  };
  return follow(db, tail, follower, {
    gapMs: SESSION_GAP_MS,
    first: await startWith(tail, readUnseen),
    choose,
    away,
  });
}

export async function followSessions(
  db: Database,
  hub: NoticeHub,
  follower: Follower,
): Promise<AsyncGenerator<StreamMessage>> {
  const { project, after } = follower;
  const tail = hub.open({ project });
  const readMissed = () =>
    after === undefined ? [] : readChangedSince(db, project, after - OVERLAP_MS, CAUGHT_UP_MAX + 1);
  const first = await startWith(tail, readMissed);
  const isTooMuch = first.notices.length > CAUGHT_UP_MAX;
  const begin: News = isTooMuch ? { reset: true, notices: [] } : first;
  return follow(db, tail, follower, {
    gapMs: LIST_GAP_MS,
    first: begin,
    choose: ({ notices, reset }) => ({ notices, isLast: false, isPartial: reset }),
    away: null,
  });
}

async function startWith(tail: Tail, read: () => Promise<SessionNotice[]> | SessionNotice[]): Promise<News> {
  try {
    return { reset: false, notices: await read() };
  } catch (error) {
    tail.close();
    throw error;
  }
}

interface Choice {
  readonly notices: readonly SessionNotice[];
  readonly isLast: boolean;
  readonly isPartial: boolean;
}

type Choose = (news: News) => Choice | Promise<Choice>;

interface Following {
  readonly gapMs: number;
  readonly first: News;
  readonly choose: Choose;
  /** `null` where what is followed is on all nodes. */
  readonly away: AwayTeller | null;
}

/** Tells once that the node of what is followed is away, and once that it is back. */
class AwayTeller {
  private told: number | null = null;

  constructor(private readonly find: () => Promise<number | null>) {}

  /** What there is to say now. A look that fails says nothing: then the coordinator is away. */
  async tell(): Promise<StreamMessage> {
    const node = await this.find().catch(() => this.told);
    if (node === this.told) return null;
    this.told = node;
    return node === null ? { event: "there", data: {} } : { event: "away", data: { node } };
  }
}

interface Messages {
  readonly messages: readonly StreamMessage[];
  readonly isLast: boolean;
}

async function* follow(
  db: Database,
  tail: Tail,
  { signal, mayRead }: Follower,
  { gapMs, first, choose, away }: Following,
): AsyncGenerator<StreamMessage> {
  const close = () => tail.close();
  signal.addEventListener("abort", close);
  let news: News | null = first;
  try {
    while (!tail.isClosed && !signal.aborted) {
      if (!(await mayRead())) return;
      const loaded = await tell(db, news, choose).catch(() => null);
      if (loaded === null) {
        await pause(RETRY_MS);
        yield (await away?.tell()) ?? null;
        continue;
      }
      yield* loaded.messages;
      if (loaded.isLast) return;
      if (loaded.messages.length === 0) yield null;
      else await pause(gapMs);
      for (let waited = 0; waited < KEEP_OPEN_MS; waited += MAY_READ_MS) {
        news = await tail.take(MAY_READ_MS);
        if (news !== null || tail.isClosed) break;
        if (!(await mayRead())) return;
        const told = (await away?.tell()) ?? null;
        if (told !== null) yield told;
      }
    }
  } finally {
    signal.removeEventListener("abort", close);
    tail.close();
  }
}

/** @throws if the database cannot be reached */
async function tell(db: Database, news: News | null, choose: Choose): Promise<Messages> {
  if (news === null) return { messages: [], isLast: false };
  const { notices, isLast, isPartial } = await choose(news);
  const loaded = await Promise.all(notices.map((notice) => buildMessage(db, notice)));
  const messages = loaded.filter((message) => message !== null);
  const reset: StreamMessage = { event: "reset", id: Date.now(), data: {} };
  return { messages: isPartial ? [reset, ...messages] : messages, isLast };
}

function makeDeletedNotice(project: string, session: string): SessionNotice {
  return { project, session, version: Date.now(), deleted: true, fromTurn: null, lastTurn: null };
}

/**
 * One server-sent event: its name, its data, and the id from which a client can resume, where it has one. `null` keeps the
 * connection open.
 */
export type StreamMessage = { readonly event: string; readonly id?: number; readonly data: object } | null;

interface Known {
  readonly version: number;
  readonly summary: Promise<SessionSummary | null>;
}

/** `null` if the session was deleted since. */
async function buildMessage(db: Database, notice: SessionNotice): Promise<StreamMessage> {
  const { session, version: id, fromTurn, lastTurn } = notice;
  if (notice.deleted) return { event: "deleted", id, data: { id: makePublicId(session) } };
  const summary = await readSummaryAt(db, session, id);
  if (summary === null) return null;
  const data: SessionNewsMessage = { session: summary, fromTurn, lastTurn };
  return { event: "session", id, data };
}

/** A session at a version or later, read once for all followers in this process. */
function readSummaryAt(db: Database, key: string, version: number): Promise<SessionSummary | null> {
  const known = summaries.get(key);
  if (known !== undefined && known.version >= version) return known.summary;
  const summary = db.session
    .findFirst({ where: { sessionId: key } })
    .then((row) => (row === null ? null : buildSummary(row)));
  summaries.set(key, { version, summary }, 1);
  summary.catch(() => summaries.take(key));
  return summary;
}
