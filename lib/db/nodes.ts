import type { Database, Queryable } from "./database";
import { findDatabase, runInTransaction } from "./direct-statements";

/** Silent nodes are named by their ids in `pg_dist_node`. */
export interface Nodes {
  readonly all: number;
  readonly away: number;
  readonly ids: number[];
}

/** Marks a statement that only works on a single server. The caller has asked {@link isCluster} before. */
export const ON_ONE_SERVER = "/* on one server */ ";

/** How long it holds what a look at the nodes found. */
export const LOOK_HOLDS_MS = 2_000;
/** A node that hangs takes connections and never answers. */
const ALL_ANSWER_MS = 1_500;
const ONE_ANSWERS_MS = 1_000;

interface Node {
  readonly id: number;
  readonly name: string;
  readonly port: number;
}

interface Held<T> {
  /** When it was found; none while it is looked for. */
  at: number | null;
  readonly value: Promise<T>;
}

const clusters = new WeakMap<Queryable, Held<boolean>>();
const looks = new WeakMap<Queryable, Held<Nodes | null>>();

/** Results stay valid for two seconds after they were found. */
function getHeld<T>(known: WeakMap<Queryable, Held<T>>, db: Queryable, now: number, find: () => Promise<T>) {
  const last = known.get(db);
  if (last !== undefined && (last.at === null || now - last.at < LOOK_HOLDS_MS)) return last.value;
  const begun = performance.now();
  const one: Held<T> = { at: null, value: find() };
  known.set(db, one);
  const noteFound = () => void (one.at = now + performance.now() - begun);
  one.value.then(noteFound, noteFound);
  return one.value;
}

/** Whether sessions are spread over nodes. Asks no node, so it does not depend on their answers. */
export function isCluster(db: Queryable, now = Date.now()): Promise<boolean> {
  const database = findDatabase(db);
  const answer = getHeld(clusters, database, now, async () => {
    const [extension] = await db.$queryRawUnsafe<{ there: boolean }[]>(
      "SELECT to_regclass('pg_dist_partition') IS NOT NULL AS there",
    );
    if (extension?.there !== true) return false;
    const rows = await db.$queryRawUnsafe<object[]>(
      "SELECT 1 FROM pg_dist_partition WHERE logicalrelid = to_regclass('session')",
    );
    return rows.length > 0;
  });
  // A transaction can fail by itself, and its failure is not held for all others.
  if (database !== db) answer.catch(() => clusters.delete(database));
  return answer;
}

/** The nodes of the database, checked at most every two seconds; `null` for a database on a single server. */
export function readNodes(db: Database, now = Date.now()): Promise<Nodes | null> {
  return getHeld(looks, db, now, async () => ((await isCluster(db, now)) ? lookAt(db) : null));
}

async function lookAt(db: Database): Promise<Nodes> {
  const nodes = await db.$queryRawUnsafe<Node[]>(
    "SELECT nodeid AS id, nodename AS name, nodeport AS port FROM pg_dist_node ORDER BY nodeid",
  );
  const silent = (await findSilentTogether(db)) ?? (await findSilentEach(db, nodes));
  const ids = nodes.map(({ id }) => id).filter((id) => silent.has(id));
  return { all: nodes.length, away: ids.length, ids };
}

/** `null` when one of the nodes blocks the answers of the others. */
async function findSilentTogether(db: Database): Promise<ReadonlySet<number> | null> {
  try {
    const rows = await queryWithin<{ id: number }>(
      db,
      ALL_ANSWER_MS,
      "SELECT nodeid AS id FROM run_command_on_all_nodes('SELECT 1') WHERE NOT success",
    );
    return new Set(rows.map(({ id }) => id));
  } catch {
    return null;
  }
}

async function findSilentEach(db: Database, nodes: readonly Node[]): Promise<ReadonlySet<number>> {
  const silent = new Set<number>();
  for (const { id, name, port } of nodes)
    try {
      const [row] = await queryWithin<{ success: boolean }>(
        db,
        ONE_ANSWERS_MS,
        "SELECT success FROM master_run_on_worker(ARRAY[$1::text], ARRAY[$2::int], ARRAY['SELECT 1'], false)",
        name,
        port,
      );
      if (row?.success !== true) silent.add(id);
    } catch {
      silent.add(id);
    }
  return silent;
}

/** On which nodes keys of a spread table are, by their ids in `pg_dist_node`. Asks only the coordinator. */
export async function readNodesOfKeys(
  db: Queryable,
  table: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.$queryRawUnsafe<{ key: string; node: number }[]>(
    `SELECT key::text, nodeid AS node FROM unnest($2::uuid[]) AS key
     JOIN pg_dist_placement ON shardid = get_shard_id_for_distribution_column($1::text::regclass, key)
     JOIN pg_dist_node USING (groupid)`,
    table,
    [...keys],
  );
  return new Map(rows.map(({ key, node }) => [key, node]));
}

/** The node that holds a session, where it is away; `null` while the session can be read. Asks no node that is away. */
export async function findAwayNode(db: Database, session: string): Promise<number | null> {
  const nodes = await readNodes(db);
  if (nodes === null || nodes.away === 0) return null;
  const node = (await readNodesOfKeys(db, "session", [session])).get(session);
  return node !== undefined && nodes.ids.includes(node) ? node : null;
}

function queryWithin<Row>(db: Database, ms: number, sql: string, ...values: unknown[]): Promise<Row[]> {
  return runInTransaction(db, async (tx) => {
    await tx.$executeRawUnsafe(`SET LOCAL statement_timeout = ${ms}`);
    return tx.$queryRawUnsafe<Row[]>(sql, ...values);
  });
}
