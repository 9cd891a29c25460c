import { groupBy } from "@/lib/core/group-by";
import type { Queryable } from "../client";
import type { Assignments } from "../derived/sessions-write";
import { SessionsWrite } from "../derived/sessions-write";
import { table } from "../derived/table";
import type { Before, Derived } from "../derived/write";
import { addDerived, derivedColumns, newVersion, tellDerived } from "../derived/write";
import { uuidOfHex } from "../session-id";
import { packBodies, packTexts } from "./pack";
import type { WrittenSession } from "./plan-session";

/** What a session's new events become: its log, and what follows from them where that can be told now. */
export interface SessionNews {
  readonly written: WrittenSession;
  readonly follows: { readonly derived: Derived; readonly before: Before } | null;
}

/** Characters of events and texts that one statement writes, roughly; a single session may have more. */
const CHARS_PER_STATEMENT = 2_000_000;

/**
 * Writes what is new of locked sessions: one statement for many of them, which costs little more than for one. On a cluster
 * the caller gives one session. Tells listeners of the sessions whose rows are written.
 */
export async function writeSessions(tx: Queryable, news: readonly SessionNews[]): Promise<void> {
  for (const some of chunksOf(news)) {
    const kinds = groupBy(some, ({ follows }) => follows?.before ?? null);
    for (const [before, sessions] of kinds) await writeKind(tx, sessions, before);
  }
}

async function writeKind(
  tx: Queryable,
  news: readonly SessionNews[],
  before: Before | null,
): Promise<void> {
  const write = new SessionsWrite(
    tx,
    news.map(({ written }) => written.key),
  );
  const derived = news.flatMap(({ follows }) => (follows === null ? [] : [follows.derived]));
  await addLog(
    write,
    news.map(({ written }) => written),
  );
  if (before !== null) await addDerived(write, derived, before);
  const values = news.map(({ written, follows }) => {
    const rows =
      follows === null ? {} : { ...derivedColumns(follows.derived, follows.before), ...newVersion() };
    return [written.key, { ...logColumns(written), ...rows }] as const;
  });
  const rows = await write.end(new Map(values));
  if (before !== null) await tellDerived(tx, derived, rows);
}

/** New values of the session's row. */
function logColumns({ batch, firstSeq, bodies, windowSeq, superseded }: WrittenSession): Assignments {
  return {
    last_seq: { type: "int", value: firstSeq + bodies.length },
    next_batch: { type: "int", value: batch + 1 },
    window_seq: { type: "int", value: windowSeq },
    superseded: { type: "int", value: superseded.length, becomes: `s.superseded + t."superseded"` },
    updated_at: { type: "timestamptz", value: new Date() },
  };
}

/** Adds the planned batches of sessions, with their texts and event ids. */
async function addLog(write: SessionsWrite, sessions: readonly WrittenSession[]): Promise<void> {
  const of = <T extends object>(list: (session: WrittenSession) => readonly T[]) =>
    sessions.flatMap((session) =>
      list(session).map((item) => ({ ...item, session: session.key, batch: session.batch })),
    );
  const batches = [];
  for (const { key: session, batch, firstSeq, bodies, texts } of sessions)
    batches.push({
      session,
      batch,
      firstSeq: firstSeq + 1,
      eventCount: bodies.length,
      events: await packBodies(bodies),
      texts: await packTexts(texts),
      textBytes: texts.reduce((sum, { bytes }) => sum + bytes, 0),
    });
  const superseded = of((session) => session.superseded.map((seq) => ({ seq })));
  await write.insert(BATCH, batches);
  await write.insert(
    CONTENT,
    of(({ texts }) => texts.map(({ hash, ...place }) => ({ ...place, hash: uuidOfHex(hash) }))),
  );
  // Looking for rows that stand costs, and a session is locked, so it is known whether there are any.
  await write.insert(
    EVENT,
    of(({ rows }) => rows.map(({ fingerprint, ...row }) => ({ ...row, hash: fingerprint }))),
    superseded.length > 0,
  );
  await write.insert(SUPERSEDED, superseded);
}

const BATCH = table("batch", "batch", {
  batch: "int",
  firstSeq: "int",
  eventCount: "int",
  events: "bytea",
  texts: "bytea",
  textBytes: "int",
});
const CONTENT = table("content", "hash", { hash: "uuid", batch: "int", start: "int", bytes: "int" });
const EVENT = table("event", "id", { id: "text", seq: "int", hash: "bigint" });
const SUPERSEDED = table("superseded", "seq", { seq: "int" });

function* chunksOf(news: readonly SessionNews[]): Generator<SessionNews[]> {
  let [some, chars]: [SessionNews[], number] = [[], 0];
  for (const one of news) {
    some.push(one);
    chars += charsOf(one.written);
    if (chars < CHARS_PER_STATEMENT) continue;
    yield some;
    [some, chars] = [[], 0];
  }
  if (some.length > 0) yield some;
}

function charsOf({ bodies, texts }: WrittenSession): number {
  return (
    bodies.reduce((sum, body) => sum + body.length, 0) + texts.reduce((sum, { bytes }) => sum + bytes, 0)
  );
}
