import type { Queryable } from "../client";
import { KEEP_PLAN } from "../keep-plan";
import { ON_ONE_SERVER } from "../nodes";
import { makeUuid } from "../session-id";
import type { KnownEvent, Pending, StoredSessionRow } from "./plan-session";
import { placeAtSession, placeEverywhere } from "../places";

const LOCKED_COLUMNS = `session_id, last_seq, next_batch, window_seq, superseded, derived_seq, derived_stamp, received_at AS born`;
/**
 * Locks those of some sessions that are there until the transaction ends.
 * @param pending in the order of their keys, in which everybody locks; on a cluster one session
 */
export function lockSessions(tx: Queryable, pending: readonly Pending[]): Promise<StoredSessionRow[]> {
  const keys = pending.map(({ key }) => key);
  if (keys.length === 1)
    return tx.$queryRawUnsafe(
      placeAtSession(
        `${KEEP_PLAN}SELECT ${LOCKED_COLUMNS} FROM session WHERE session_id = $1::uuid FOR UPDATE`,
      ),
      keys[0],
    );
  return tx.$queryRawUnsafe(
    `${KEEP_PLAN}${ON_ONE_SERVER}SELECT ${LOCKED_COLUMNS} FROM session WHERE session_id = ANY($1::uuid[])
     ORDER BY session_id FOR UPDATE`,
    keys,
  );
}

export interface StoredEvents {
  readonly known: ReadonlyMap<string, KnownEvent>;
  readonly stored: ReadonlySet<string>;
}

export const NO_STORED_EVENTS: StoredEvents = { known: new Map(), stored: new Set() };

interface StandingRow {
  readonly session_id: string;
  readonly name: string;
  readonly seq: number | null;
  readonly hash: bigint | null;
}

/** What is already in the log of what is to be written: the events with these ids, and the texts with these hashes. */
export async function readStoredEvents(
  tx: Queryable,
  pending: readonly Pending[],
): Promise<ReadonlyMap<string, StoredEvents>> {
  const found = new Map(
    pending.map(({ key }) => [key, { known: new Map<string, KnownEvent>(), stored: new Set<string>() }]),
  );
  for (const { session_id: key, name, seq, hash } of await readStandingRows(tx, pending))
    if (seq === null || hash === null) found.get(key)?.stored.add(name);
    else found.get(key)?.known.set(name, { seq, fingerprint: hash });
  return found;
}

async function readStandingRows(tx: Queryable, pending: readonly Pending[]): Promise<StandingRow[]> {
  const [first] = pending;
  if (first === undefined) return [];
  if (pending.length === 1)
    return tx.$queryRawUnsafe(
      placeAtSession(`${KEEP_PLAN}SELECT session_id, id AS name, seq, hash FROM event WHERE session_id = $1::uuid AND id = ANY($2::text[])
       UNION ALL SELECT session_id, hash::text, NULL, NULL FROM content WHERE session_id = $1::uuid AND hash = ANY($3::uuid[])`),
      first.key,
      listIds(first),
      listHashes(first),
    );
  const listItems = <T>(of: (pending: Pending) => readonly T[]) => ({
    keys: pending.flatMap((row) => of(row).map(() => row.key)),
    items: pending.flatMap(of),
  });
  const [ids, hashes] = [listItems(listIds), listItems(listHashes)];
  return tx.$queryRawUnsafe(
    placeEverywhere(`${KEEP_PLAN}SELECT session_id, id AS name, seq, hash FROM unnest($1::uuid[], $2::text[]) AS t (session_id, id)
       JOIN event USING (session_id, id)
     UNION ALL SELECT session_id, hash::text, NULL, NULL FROM unnest($3::uuid[], $4::uuid[]) AS t (session_id, hash)
       JOIN content USING (session_id, hash)`),
    ids.keys,
    ids.items,
    hashes.keys,
    hashes.items,
  );
}

function listIds({ events }: Pending): string[] {
  return [...new Set(events.map(({ id }) => id))];
}

function listHashes({ events }: Pending): string[] {
  return [...new Set(events.flatMap(({ texts }) => texts.map(({ hash }) => makeUuid(hash))))];
}
