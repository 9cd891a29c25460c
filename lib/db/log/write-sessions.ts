import { groupBy } from "@/lib/core/group-by";
import { isTaken } from "../away";
import type { Queryable } from "../client";
import type { RowsOfSession, SessionColumn, WrittenRow } from "../derived/sessions-write";
import { SessionsWrite } from "../derived/sessions-write";
import type { Fields } from "../derived/table";
import { makeTable } from "../derived/table";
import type { Before, Derived } from "../derived/write";
import { addDerived, listDerivedColumns, tellDerived } from "../derived/write";
import { makeUuid } from "../session-id";
import { packBodies, packTexts } from "./pack";
import type { WrittenSession } from "./plan-session";

/** What a session's new events become: its log, and what follows from them where that can be told now. */
export interface PlannedWrite {
  readonly written: WrittenSession;
  /** Whether nothing of the session is in the log yet. */
  readonly begins: boolean;
  readonly follows: { readonly derived: Derived; readonly before: Before } | null;
}

interface PlannedRow extends PlannedWrite {
  readonly session: string;
}

/** Characters of events and texts that one statement writes, roughly; a single session may have more. */
const CHARS_PER_STATEMENT = 2_000_000;

/** Somebody else has made a session that was not there. The same transaction may succeed at once. */
export class Overtaken extends Error {
  readonly code = "40001";
}

/**
 * Writes what is new of sessions, of which those that stand are locked: one statement for many, which costs little more than
 * for one. On a cluster the caller gives one session. Tells listeners of the sessions whose rows are written.
 * @returns when each was made, by its key
 * @throws an error that means "aborted" when somebody else has made a session meanwhile
 */
export async function writeSessions(
  tx: Queryable,
  project: string,
  news: readonly PlannedWrite[],
): Promise<ReadonlyMap<string, Date>> {
  const born = new Map<string, Date>();
  for (const chunk of splitChunks(news)) {
    const kinds = groupBy(chunk, ({ begins, follows }) => `${begins} ${follows?.before}`);
    for (const sessions of kinds.values())
      for (const row of await writeKind(tx, project, sessions).catch(makeTakenHandler(sessions)))
        born.set(row.session, row.born);
  }
  return born;
}

/** The rows of a session that somebody else has just made are in the way of those of the same one. */
function makeTakenHandler([write]: readonly PlannedWrite[]): (error: unknown) => never {
  return (error) => {
    throw write?.begins === true && isTaken(error)
      ? new Overtaken("a session was made meanwhile", { cause: error })
      : error;
  };
}

/** @param news all of the same kind: they begin or not, and the same is there of their rows */
async function writeKind(
  tx: Queryable,
  project: string,
  news: readonly PlannedWrite[],
): Promise<readonly WrittenRow[]> {
  const sessions = news.map((plannedSession): PlannedRow => ({
    ...plannedSession,
    session: plannedSession.written.key,
  }));
  const derived = news.flatMap(({ follows }) => (follows === null ? [] : [follows.derived]));
  const before = news[0]?.follows?.before ?? null;
  const write = new SessionsWrite(
    tx,
    sessions.map(({ session }) => session),
  );
  await addLog(write, sessions);
  if (before !== null) await addDerived(write, derived, before);
  const columns = [
    ...LOG_COLUMNS,
    ...(before === null ? [] : listDerivedColumns(before).map(makeFollowingColumn)),
  ];
  const begins = news[0]?.begins === true;
  const rows = await (begins
    ? write.begin([...columns, ...listIdentityColumns(project)], sessions)
    : write.end(columns, sessions));
  if (begins && rows.length < news.length) throw new Overtaken("a session was made meanwhile");
  if (before !== null) await tellDerived(tx, derived, rows);
  return rows;
}

function makeFollowingColumn({ of, ...column }: SessionColumn<Derived>): SessionColumn<PlannedRow> {
  return { ...column, of: ({ follows }) => (follows === null ? null : of(follows.derived)) };
}

const LOG_COLUMNS: readonly SessionColumn<PlannedRow>[] = [
  { name: "last_seq", type: "int", of: ({ written }) => written.firstSeq + written.bodies.length },
  { name: "next_batch", type: "int", of: ({ written }) => written.batch + 1 },
  { name: "window_seq", type: "int", of: ({ written }) => written.windowSeq },
  {
    name: "superseded",
    type: "int",
    of: ({ written }) => written.superseded.length,
    becomes: `session.superseded + t."superseded"`,
  },
  { name: "updated_at", type: "timestamptz", of: () => new Date() },
];

function listIdentityColumns(project: string): SessionColumn<PlannedRow>[] {
  return [
    { name: "project_id", type: "text", of: () => project },
    { name: "external_id", type: "text", of: ({ written }) => written.externalId },
  ];
}

/** Adds the planned batches of sessions, with their texts and event ids. */
async function addLog(write: SessionsWrite, news: readonly PlannedRow[]): Promise<void> {
  const listRows = (rows: (written: WrittenSession) => readonly Fields[]) =>
    news.map(({ session, written }) => ({ session, rows: rows(written) }));
  const batches: RowsOfSession[] = [];
  for (const { session, written } of news) batches.push({ session, rows: [await packBatch(written)] });
  await write.insert(BATCH, batches);
  await write.insert(
    CONTENT,
    listRows(({ batch, texts }) =>
      texts.map(({ hash, start, bytes }) => ({ hash: makeUuid(hash), batch, start, bytes })),
    ),
  );
  // Looking for rows that stand costs, and a session is locked, so it is known whether there are any.
  const replaces = news.some(({ written }) => written.superseded.length > 0);
  await write.insert(
    EVENT,
    listRows(({ rows }) => rows),
    replaces,
  );
  await write.insert(
    SUPERSEDED,
    listRows(({ superseded }) => superseded.map((seq) => ({ seq }))),
  );
}

async function packBatch({ batch, firstSeq, bodies, texts }: WrittenSession): Promise<Fields> {
  return {
    batch,
    firstSeq: firstSeq + 1,
    eventCount: bodies.length,
    events: await packBodies(bodies),
    texts: await packTexts(texts),
    textBytes: texts.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

const BATCH = makeTable("batch", "batch", ["receivedAt"]);
const CONTENT = makeTable("content", "hash");
const EVENT = makeTable("event", "id");
const SUPERSEDED = makeTable("superseded", "seq");

function* splitChunks(news: readonly PlannedWrite[]): Generator<PlannedWrite[]> {
  let [chunk, chars]: [PlannedWrite[], number] = [[], 0];
  for (const write of news) {
    chunk.push(write);
    chars += countChars(write.written);
    if (chars < CHARS_PER_STATEMENT) continue;
    yield chunk;
    [chunk, chars] = [[], 0];
  }
  if (chunk.length > 0) yield chunk;
}

function countChars({ bodies, texts }: WrittenSession): number {
  return (
    bodies.reduce((sum, body) => sum + body.length, 0) + texts.reduce((sum, { bytes }) => sum + bytes, 0)
  );
}
