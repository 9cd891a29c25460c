import { isNodeAway } from "./away";
import type { Database, Queryable } from "./database";
import { askAtPlace, findKeyKind } from "./model-places";
import type { Nodes } from "./nodes";
import { LOOK_HOLDS_MS, readNodes } from "./nodes";
import { limitRows } from "./over-sessions";

export interface ReachableDatabase {
  readonly db: Database;
  /** How many nodes are away: `db` has no session that is stored there. */
  readonly nodesAway: number;
}

/** The newest sessions that can be read while a node is away, the same number of each other node. A statement takes 32,767 values. */
const SESSIONS_MAX = 20_000;

/** Reachable parts by what a look at the nodes found: the next look makes them anew. */
const parts = new WeakMap<Nodes, Map<string, Promise<Database>>>();

/**
 * The database as far as its nodes answer, for reads over many sessions of a project. On one server, and where all nodes
 * answer, that is the database itself.
 */
export async function findReachableDatabase(
  db: Database,
  project: string,
  now = Date.now(),
): Promise<ReachableDatabase> {
  const nodes = await readNodes(db, now);
  if (nodes === null || nodes.away === 0) return { db, nodesAway: 0 };
  const ofProjects = parts.get(nodes) ?? new Map<string, Promise<Database>>();
  parts.set(nodes, ofProjects);
  const part =
    ofProjects.get(project) ??
    readReachableSessions(db, project, nodes).then((keys) => limitToSessions(db, keys));
  ofProjects.set(project, part);
  return { db: await part, nodesAway: nodes.away };
}

/** Reads over many sessions. When a node is lost meanwhile, what is there is read again. */
export async function readReachable<T>(
  db: Database,
  project: string,
  read: (there: ReachableDatabase) => Promise<T>,
): Promise<T> {
  try {
    return await read(await findReachableDatabase(db, project));
  } catch (error) {
    if (!isNodeAway(error)) throw error;
    return read(await findReachableDatabase(db, project, Date.now() + LOOK_HOLDS_MS));
  }
}

/** Asks each node that answers for what it holds itself, so no node that is away is asked. */
async function readReachableSessions(db: Database, project: string, { ids }: Nodes): Promise<string[]> {
  const nodes = await db.$queryRawUnsafe<{ name: string; port: number; shards: string[] }[]>(
    `SELECT nodename AS name, nodeport AS port, array_agg(shard_name(logicalrelid, shardid)) AS shards
     FROM pg_dist_shard JOIN pg_dist_placement USING (shardid) JOIN pg_dist_node USING (groupid)
     WHERE logicalrelid = to_regclass('session') AND nodeid <> ALL($1::int[]) GROUP BY 1, 2`,
    ids,
  );
  const answers = await Promise.all(
    nodes.map(({ name, port, shards }) =>
      db.$queryRawUnsafe<{ success: boolean; result: string }[]>(
        "SELECT success, result FROM master_run_on_worker(ARRAY[$1::text], ARRAY[$2::int], ARRAY[$3::text], false)",
        ...[name, port, writeNewestIn(shards, project, Math.ceil(SESSIONS_MAX / nodes.length))],
      ),
    ),
  );
  return answers.flat().flatMap(({ success, result }) => (success && result !== "" ? result.split(" ") : []));
}

function writeNewestIn(shards: readonly string[], project: string, limit: number): string {
  const ownShards = shards.map(
    (shard) =>
      `SELECT session_id, updated_at FROM ${shard} WHERE project_id = '${project.replaceAll("'", "''")}'`,
  );
  return `SELECT coalesce(string_agg(session_id::text, ' '), '') FROM (
    SELECT * FROM (${ownShards.join(" UNION ALL ")}) AS held ORDER BY updated_at DESC, session_id LIMIT ${limit}) AS newest`;
}

const READS: ReadonlySet<string> = new Set(["findMany", "findFirst", "count", "aggregate", "groupBy"]);

interface Where {
  readonly sessionId?: unknown;
  readonly AND?: unknown;
}

/** A database whose reads over many sessions find only these. A coordinator asks only the nodes that hold them. */
export function limitToSessions(db: Database, keys: readonly string[]): Database {
  const keysThere = new Set(keys);
  /** The nodes of sessions that are asked for and not there would be asked too. */
  const narrowWhere = (where: Where): Where => {
    const { sessionId: askedKey, AND: conditions } = where;
    const askedKeys =
      typeof askedKey === "string" ? [askedKey] : (askedKey as { in?: unknown } | undefined)?.in;
    return {
      ...where,
      ...(Array.isArray(askedKeys) && {
        sessionId: { in: askedKeys.filter((key: string) => keysThere.has(key)) },
      }),
      ...(Array.isArray(conditions) && { AND: conditions.map(narrowWhere) }),
    };
  };
  const limited = db.$extends({
    query: {
      $allModels: {
        $allOperations: ({ model, operation, args, query }) => {
          if (!READS.has(operation) || findKeyKind(model) !== "session") return query(args);
          const { where = {} } = args as { where?: Where };
          const narrowed = {
            ...args,
            where: { AND: [narrowWhere(where), { sessionId: { in: [...keys] } }] },
          };
          return askAtPlace(model, narrowed as typeof args, query);
        },
      },
    },
  });
  const reachable: Queryable = {
    $queryRawUnsafe: (sql, ...values) => db.$queryRawUnsafe(sql, ...values),
    $executeRawUnsafe: (sql, ...values) => db.$executeRawUnsafe(sql, ...values),
  };
  const part = new Proxy(limited, {
    get: (target, name) => Reflect.get(Object.hasOwn(reachable, name) ? reachable : target, name) as unknown,
  }) as unknown as Database;
  limitRows(part, keys);
  return part;
}
