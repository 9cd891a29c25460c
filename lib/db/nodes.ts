import type { Database, Queryable } from "./database";
import { findDatabase } from "./direct-statements";

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
/** How long it holds whether sessions are spread over nodes. */
const KIND_HOLDS_MS = 30_000;
/** A node that hangs takes connections and never answers. */
const ALL_ANSWER_MS = 1_500;
const ONE_ANSWERS_MS = 1_000;

interface Node {
  readonly id: number;
  readonly name: string;
  readonly port: number;
}

interface Kind {
  readonly isCluster: boolean;
  readonly at: number;
}

const kinds = new WeakMap<Queryable, Kind>();
const asksKind = new WeakSet<Queryable>();

/**
 * Whether sessions are spread over nodes. Asks no node, so it does not depend on their answers. What is known is answered at once,
 * and found out anew beside that when it is old: a transaction that waited for a connection of another would wait for itself
 * where all connections are with such transactions.
 */
export async function isCluster(db: Queryable, now = Date.now()): Promise<boolean> {
  const database = findDatabase(db);
  const kind = kinds.get(database);
  if (kind === undefined) return findKind(database, db, now);
  if (now - kind.at >= KIND_HOLDS_MS && !asksKind.has(database)) {
    asksKind.add(database);
    findKind(database, database, now)
      .catch(() => undefined)
      .finally(() => asksKind.delete(database));
  }
  return kind.isCluster;
}

/** @param db asks: the database, or a transaction of it */
async function findKind(database: Queryable, db: Queryable, now: number): Promise<boolean> {
  const [extension] = await db.$queryRawUnsafe<{ there: boolean }[]>(
    "SELECT to_regclass('pg_dist_partition') IS NOT NULL AS there",
  );
  const rows =
    extension?.there === true
      ? await db.$queryRawUnsafe<object[]>(
          "SELECT 1 FROM pg_dist_partition WHERE logicalrelid = to_regclass('session')",
        )
      : [];
  kinds.set(database, { isCluster: rows.length > 0, at: now });
  return rows.length > 0;
}

interface Look {
  /** The time at which it was found; `null` while it is looked for. */
  at: number | null;
  readonly found: Promise<Nodes | null>;
}

const looks = new WeakMap<Queryable, Look>();
const lookers = new WeakMap<Queryable, () => Database>();

/** From now on looks at the nodes of a database go over another handle of it, on which nothing waits but looks. */
export function setLooker(db: Queryable, open: () => Database): void {
  lookers.set(db, open);
}

/** The nodes of the database, checked at most every two seconds; `null` for a database on a single server. */
export function readNodes(db: Database, now = Date.now()): Promise<Nodes | null> {
  const looker = lookers.get(db)?.() ?? db;
  const last = looks.get(looker);
  if (last !== undefined && (last.at === null || now - last.at < LOOK_HOLDS_MS)) return last.found;
  const begun = performance.now();
  const look: Look = {
    at: null,
    found: isCluster(looker, now).then((isOne) => (isOne ? lookAt(looker) : null)),
  };
  looks.set(looker, look);
  const noteFound = () => void (look.at = now + performance.now() - begun);
  look.found.then(noteFound, noteFound);
  return look.found;
}

async function lookAt(db: Database): Promise<Nodes> {
  const nodes = await db.$queryRawUnsafe<Node[]>(
    "SELECT nodeid AS id, nodename AS name, nodeport AS port FROM pg_dist_node ORDER BY nodeid",
  );
  const nodeQuestions = questions.get(db) ?? new Questions();
  questions.set(db, nodeQuestions);
  const ids = nodeQuestions.areSilent
    ? await findSilentEach(db, nodeQuestions, nodes)
    : ((await nodeQuestions.ask(0, ALL_ANSWER_MS, () => findSilentTogether(db))) ??
      (await findSilentEach(db, nodeQuestions, nodes)));
  nodeQuestions.areSilent = ids.length > 0;
  return { all: nodes.length, away: ids.length, ids };
}

const questions = new WeakMap<Queryable, Questions>();

/**
 * Questions to nodes, of which some are never answered: the coordinator cannot be made to give up one that a node has already got.
 * So each stands until it is answered, and a node that does not answer is known at once from then on.
 */
class Questions {
  /** Whether some nodes did not answer the last time. */
  areSilent = false;
  private readonly open = new Map<number, { readonly since: number; readonly answer: Promise<unknown> }>();

  /** @returns `null` where there is no answer in time, or a failure */
  async ask<T>(node: number, ms: number, find: () => Promise<T>): Promise<T | null> {
    const { since, answer } = this.open.get(node) ?? this.begin(node, find);
    const leftMs = since + ms - performance.now();
    if (leftMs <= 0) return null;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), leftMs);
    });
    return Promise.race([answer as Promise<T | null>, late]).finally(() => clearTimeout(timer));
  }

  private begin(node: number, find: () => Promise<unknown>) {
    const answer = find()
      .catch(() => null)
      .finally(() => this.open.delete(node));
    const question = { since: performance.now(), answer };
    this.open.set(node, question);
    return question;
  }
}

async function findSilentTogether(db: Database): Promise<number[]> {
  const rows = await db.$queryRawUnsafe<{ id: number }[]>(
    "SELECT nodeid AS id FROM run_command_on_all_nodes('SELECT 1') WHERE NOT success ORDER BY nodeid",
  );
  return rows.map(({ id }) => id);
}

async function findSilentEach(
  db: Database,
  nodeQuestions: Questions,
  nodes: readonly Node[],
): Promise<number[]> {
  const answers = await Promise.all(
    nodes.map(({ id, name, port }) =>
      nodeQuestions.ask(id, ONE_ANSWERS_MS, () => answersNow(db, name, port)),
    ),
  );
  return nodes.flatMap(({ id }, i) => (answers[i] === true ? [] : [id]));
}

async function answersNow(db: Database, name: string, port: number): Promise<boolean> {
  const [row] = await db.$queryRawUnsafe<{ success: boolean }[]>(
    "SELECT success FROM master_run_on_worker(ARRAY[$1::text], ARRAY[$2::int], ARRAY['SELECT 1'], false)",
    name,
    port,
  );
  return row?.success === true;
}

/** The nodes on which keys of a spread table are, by their ids in `pg_dist_node`. Asks only the coordinator. */
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
