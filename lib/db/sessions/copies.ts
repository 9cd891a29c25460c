import type { CopiedPart, CopyingSession } from "@/lib/core/trace/copied-turns";
import { groupBy } from "@/lib/core/group-by";
import type { Queryable } from "../client";
import { makeSessionKey } from "../session-id";
import { CallCache } from "./call-cache";
import { placeAtSession, placeEverywhere } from "../places";

/** Relatives that one statement reads, and sessions whose calls one statement reads. */
const PAGE = 500;

/** What a row says of copies at the beginning of its session (`lib/core/trace/copied-turns.ts`). */
export interface CopyingRow {
  readonly openings: readonly string[];
  readonly forkedFrom: string | null;
  readonly copiedTurns: number;
  readonly ownFrom: number;
}

/** A session that has its opening, or a link, in common with others. */
export interface Relative extends CopyingRow {
  readonly key: string;
  readonly externalId: string;
  readonly startedAt: number | null;
  readonly copiedFrom: string | null;
  readonly lastSeq: number;
  readonly agent: string | null;
  /** What its stored turns follow from: other turns have another state. */
  readonly state: string;
}

/** What tells the relatives of a session. */
export type Kinship = Pick<Relative, "externalId" | "openings" | "forkedFrom">;

/**
 * Sessions that have a beginning in common with one of these, that say to be forked from one of these, and those that they say to be
 * forked from, with theirs. On a cluster they may be on any node.
 */
export async function readRelatives(
  db: Queryable,
  project: string,
  sessions: readonly Kinship[],
): Promise<Relative[]> {
  const found = new Map<string, Relative>();
  for (let askedSessions: readonly Kinship[] = sessions; askedSessions.length > 0;) {
    const addedRelatives: Relative[] = [];
    for await (const row of nextOf(db, project, askedSessions, [...found.keys()])) addedRelatives.push(row);
    for (const row of addedRelatives) found.set(row.key, row);
    askedSessions = addedRelatives;
  }
  return [...found.values()];
}

/** The nearest relatives that come first: more than `sessions` only where these are not all. */
export async function readSomeRelatives(
  db: Queryable,
  project: string,
  sessions: readonly Kinship[],
): Promise<Relative[]> {
  return readNext(db, project, findKin(project, sessions), [], FIRST_KEY, sessions.length + 1);
}

/** The nearest relatives but those that are known, of whatever number, in pages. */
async function* nextOf(
  db: Queryable,
  project: string,
  askedSessions: readonly Kinship[],
  knownKeys: readonly string[],
): AsyncGenerator<Relative> {
  const kin = findKin(project, askedSessions);
  for (let after: string | undefined = FIRST_KEY; after !== undefined;) {
    const rows = await readNext(db, project, kin, knownKeys, after, PAGE);
    yield* rows;
    after = rows.length < PAGE ? undefined : rows.at(-1)?.key;
  }
}

/** What their relatives have in common with sessions: calls, the ids that they name, and the keys of these. */
function findKin(project: string, sessions: readonly Kinship[]) {
  const openings = [...new Set(sessions.flatMap(({ openings: ownOpenings }) => ownOpenings))];
  const ids = [
    ...new Set(sessions.flatMap(({ externalId, forkedFrom }) => [externalId, forkedFrom ?? []].flat())),
  ];
  return { openings, ids, keys: ids.map((id) => makeSessionKey(project, id)) };
}

function readNext(
  db: Queryable,
  project: string,
  { openings, ids, keys }: ReturnType<typeof findKin>,
  calls: readonly string[],
  after: string,
  limit: number,
): Promise<Relative[]> {
  return db.$queryRawUnsafe<Relative[]>(
    placeEverywhere(`SELECT session_id::text AS key, external_id AS "externalId", started_at::float8 AS "startedAt", openings,
       forked_from AS "forkedFrom", copied_turns AS "copiedTurns", own_from AS "ownFrom", copied_from::text AS "copiedFrom",
       last_seq AS "lastSeq", agent, concat_ws(' ', derived_seq, derived_stamp, extract(epoch FROM received_at)) AS state
     FROM session WHERE project_id = $1 AND role <> 'replay' AND session_id > $5::uuid AND session_id <> ALL($6::uuid[])
       AND (openings && $2::text[] OR forked_from = ANY($3::text[]) OR session_id = ANY($4::uuid[]))
     ORDER BY session_id LIMIT ${limit}`),
    project,
    openings,
    ids,
    keys,
    after,
    [...calls],
  );
}

const FIRST_KEY = "00000000-0000-0000-0000-000000000000";

const knownCalls = new CallCache();

/** Reads sessions with their calls, as far as they are derived. Reads the calls only of sessions that are new or have changed. */
export async function readCopyingSessions(
  db: Queryable,
  relatives: readonly Relative[],
  callCache = knownCalls,
): Promise<CopyingSession[]> {
  const callsOf = new Map(
    relatives.map((relative) => [relative, callCache.get(relative.key, relative.state)]),
  );
  const unread = relatives.filter((relative) => callsOf.get(relative) === undefined);
  for (let from = 0; from < unread.length; from += PAGE) {
    const page = unread.slice(from, from + PAGE);
    const calls = await db.$queryRawUnsafe<
      { key: string; turn: number; at: number | null; callHash: string | null }[]
    >(
      placeAtSession(`SELECT session_id::text AS key, turn, at::float8 AS at, extra->>'callHash' AS "callHash" FROM turn
       WHERE session_id = ANY($1::uuid[]) ORDER BY session_id, turn`),
      page.map(({ key }) => key),
    );
    const callsByKey = groupBy(calls, ({ key }) => key);
    for (const relative of page) {
      const ownCalls = (callsByKey.get(relative.key) ?? []).map(({ turn, at, callHash }) => ({
        turn,
        at,
        callHash,
      }));
      callCache.add(relative.key, relative.state, ownCalls);
      callsOf.set(relative, ownCalls);
    }
  }
  return relatives.map((relative) => ({ ...relative, calls: callsOf.get(relative) ?? [] }));
}

/** What was found of a session before is out of date then. */
export async function writeCopied(tx: Queryable, key: string, part: CopiedPart | undefined): Promise<void> {
  await tx.$executeRawUnsafe(
    placeAtSession(`UPDATE session SET copied_turns = $2::int, copied_from = $3::uuid, own_from = $4::int, copied_counts = '{}',
       findings_stamp = CASE WHEN analysed_seq > 0 THEN '' ELSE findings_stamp END,
       version = greatest(version + 1, $5::bigint)
     WHERE session_id = $1::uuid`),
    key,
    part?.turns ?? 0,
    part?.from ?? null,
    part?.ownFrom ?? 0,
    BigInt(Date.now()),
  );
}

/**
 * What was copied from sessions that are about to be deleted counts where it still stands, until an analysis compares the sessions
 * that are left.
 */
export async function countCopiesOf(
  tx: Queryable,
  project: string,
  deleted: readonly string[],
): Promise<void> {
  const copies = await tx.$queryRawUnsafe<{ key: string }[]>(
    placeEverywhere(`SELECT session_id::text AS key FROM session
     WHERE project_id = $1 AND copied_from = ANY($2::uuid[]) AND session_id <> ALL($2::uuid[]) ORDER BY session_id`),
    project,
    [...deleted],
  );
  for (const { key } of copies) await writeCopied(tx, key, undefined);
}
