import type { Queryable } from "./client";

/** The nodes of a cluster, and how many of them do not answer. */
export interface Nodes {
  readonly all: number;
  readonly away: number;
}

/** Marks a statement that only a database on a single server is sent: who sends it has asked {@link isOnOneServer} before. */
export const ON_ONE_SERVER = "/* on one server */ ";

const HOLDS_MS = 2_000;
const looks = new WeakMap<Queryable, { readonly at: number; readonly nodes: Promise<Nodes | null> }>();

/** The nodes of the database, checked at most every two seconds; `null` for a database on a single server. */
export function nodesOf(db: Queryable, now = Date.now()): Promise<Nodes | null> {
  const last = looks.get(db);
  if (last !== undefined && now - last.at < HOLDS_MS) return last.nodes;
  const nodes = lookAt(db);
  looks.set(db, { at: now, nodes });
  return nodes;
}

const kinds = new WeakMap<Queryable, { readonly at: number; readonly isOne: boolean }>();

/** Whether the database is on a single server, where a statement may be about many sessions. Checked at most every two seconds. */
export async function isOnOneServer(db: Queryable, now = Date.now()): Promise<boolean> {
  const last = kinds.get(db);
  if (last !== undefined && now - last.at < HOLDS_MS) return last.isOne;
  const [cluster] = await db.$queryRawUnsafe<{ there: boolean }[]>(
    "SELECT to_regclass('pg_dist_node') IS NOT NULL AS there",
  );
  const isOne = cluster?.there !== true;
  kinds.set(db, { at: now, isOne });
  return isOne;
}

async function lookAt(db: Queryable): Promise<Nodes | null> {
  if (await isOnOneServer(db)) return null;
  const [nodes] = await db.$queryRawUnsafe<{ all: number; away: number }[]>(
    `SELECT count(*)::int AS "all", count(*) FILTER (WHERE NOT success)::int AS away FROM run_command_on_all_nodes('SELECT 1')`,
  );
  return nodes ?? null;
}
