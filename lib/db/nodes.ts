import type { Queryable } from "./client";

/** The nodes of a cluster, how many of them do not answer, and which: by the ids that `pg_dist_node` gives them. */
export interface Nodes {
  readonly all: number;
  readonly away: number;
  readonly ids: number[];
}

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

async function lookAt(db: Queryable): Promise<Nodes | null> {
  const [cluster] = await db.$queryRawUnsafe<{ there: boolean }[]>(
    "SELECT to_regclass('pg_dist_node') IS NOT NULL AS there",
  );
  if (cluster?.there !== true) return null;
  const nodes = await db.$queryRawUnsafe<{ id: number; success: boolean }[]>(
    "SELECT nodeid AS id, success FROM run_command_on_all_nodes('SELECT 1') ORDER BY nodeid",
  );
  const ids = nodes.filter(({ success }) => !success).map(({ id }) => id);
  return { all: nodes.length, away: ids.length, ids };
}
