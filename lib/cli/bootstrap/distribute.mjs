import fs from "node:fs";
import path from "node:path";
import { ROOT } from "./project.mjs";
import { Problem } from "./report.mjs";

/**
 * Where the tables of a distributed database are: spread by the session or the stream that each row is of, copied to every
 * node, or on the coordinator alone (what is written often and has to stand while a node is away, beside the job queue).
 * @typedef {{ bySession: string[], byStream: string[], everywhere: string[], coordinator: string[] }} Placement
 */

/** @returns {Placement} */
export function readPlacement() {
  return JSON.parse(fs.readFileSync(path.join(ROOT, "prisma/placement.json"), "utf8"));
}

/**
 * Spreads the tables of a database over the nodes of its Citus cluster, with what is in them. Tables that are spread already
 * are left alone, so it can be run again: after an update that brought new tables, or after it was interrupted.
 * @param {import("pg").Client} client connected to the coordinator, the migrations applied
 * @returns {Promise<{ spread: string[], copied: string[], nodes: DataNode[] }>} what it did, and what each node holds now
 */
export async function distributeTables(client) {
  await prepareExtension(client);
  await checkNodes(client);
  const { bySession, byStream, everywhere } = readPlacement();
  const done = await listDistributedTables(client);
  const listMissing = (/** @type {string[]} */ names) => names.filter((name) => !done.has(name));
  const [copied, sessions, streams] = [
    listMissing(everywhere),
    listMissing(bySession),
    listMissing(byStream),
  ];
  await client.query("BEGIN");
  try {
    await client.query("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'");
    if (streams.includes("stream_head")) await fillHeads(client);
    for (const table of copied) await client.query("SELECT create_reference_table($1)", [quoteTable(table)]);
    const first = /** @type {string} */ (bySession[0]);
    await spread(client, sessions, "session_id", first);
    await spread(
      client,
      streams,
      "stream_id",
      streams.includes(byStream[0] ?? "") ? first : (byStream[0] ?? ""),
    );
    await addFunctions(client, first);
    await joinGroups(client);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
  for (const table of [...copied, ...sessions, ...streams])
    await client.query("SELECT truncate_local_data_after_distributing_table($1)", [quoteTable(table)]);
  return { spread: [...sessions, ...streams], copied, nodes: await listDataNodes(client) };
}

/** What a single server has no use for: how many changes of each stream can be read. @param {import("pg").Client} client */
async function fillHeads(client) {
  await client.query("TRUNCATE stream_head");
  await client.query("INSERT INTO stream_head (stream_id, seq) SELECT place_id, seq FROM stream");
}

/** The parts of the tables of streams with those of the tables of sessions for the same keys, where the two are on different nodes. */
const APART = `
  SELECT part.shardid AS part, here.nodename AS here, here.nodeport AS here_port, there.nodename AS there, there.nodeport AS there_port
  FROM pg_dist_shard part JOIN pg_dist_placement p USING (shardid) JOIN pg_dist_node here ON here.groupid = p.groupid
  LEFT JOIN (pg_dist_shard other JOIN pg_dist_placement o USING (shardid) JOIN pg_dist_node there ON there.groupid = o.groupid)
    ON other.logicalrelid = $2::regclass
      AND (other.shardminvalue, other.shardmaxvalue) = (part.shardminvalue, part.shardmaxvalue)
  WHERE part.logicalrelid = $1::regclass AND there.groupid IS DISTINCT FROM here.groupid ORDER BY 1`;

/** @returns {[string, string]} the first tables of streams and of sessions, by which the others go */
function getFirstTables() {
  const { bySession, byStream } = readPlacement();
  return [quoteTable(byStream[0] ?? ""), quoteTable(bySession[0] ?? "")];
}

/**
 * From then on the parts for the same keys stay together when parts move. A stream that lies with its session is on its node
 * then. Earlier versions spread the tables of streams by themselves; that stays so where some parts are on other nodes.
 * @param {import("pg").Client} client
 */
async function joinGroups(client) {
  const [streams, sessions] = getFirstTables();
  const groups = await client.query(
    "SELECT count(DISTINCT colocationid) AS n FROM pg_dist_partition WHERE logicalrelid IN ($1::regclass, $2::regclass)",
    [streams, sessions],
  );
  if (groups.rows[0].n === "1" || (await client.query(APART, [streams, sessions])).rows.length > 0) return;
  for (const table of readPlacement().byStream)
    await client.query("SELECT update_distributed_table_colocation($1, colocate_with => $2)", [
      quoteTable(table),
      sessions,
    ]);
}

/**
 * Moves parts of the tables of streams to the nodes of the sessions with the same keys, while the database is used.
 * @param {import("pg").Client} client @returns {Promise<number>} how many it moved
 */
export async function gatherStreams(client) {
  const { rows } = await client.query(APART, getFirstTables());
  const movable = rows.filter((row) => row.there !== null);
  for (const { part, here, here_port, there, there_port } of movable)
    await client.query("SELECT citus_move_shard_placement($1, $2, $3, $4, $5)", [
      part,
      here,
      here_port,
      there,
      there_port,
    ]);
  if (movable.length > 0) await joinGroups(client);
  return movable.length;
}

/** What nodes run by themselves for one session. @param {import("pg").Client} client @param {string} table of sessions */
async function addFunctions(client, table) {
  await client.query(fs.readFileSync(path.join(ROOT, "prisma/citus.sql"), "utf8"));
  const name = "write_on_node(uuid, text, text[], text[])";
  const { rows } = await client.query(
    "SELECT FROM pg_dist_object WHERE objid = $1::regprocedure AND distribution_argument_index IS NOT NULL",
    [name],
  );
  if (rows.length === 0)
    await client.query(
      "SELECT create_distributed_function($1, 'session', colocate_with => $2, force_delegation => true)",
      [name, quoteTable(table)],
    );
}

/** Whether the tables of a database are spread over a cluster. @param {import("pg").Client} client */
export async function isDistributed(client) {
  const { rows } = await client.query("SELECT to_regclass('pg_dist_partition') AS found");
  return rows[0]?.found !== null && (await listDistributedTables(client)).size > 0;
}

/**
 * Whether a database is on the coordinator of a cluster whose nodes hold nothing of it.
 * @param {import("pg").Client} client
 */
export async function isOnCoordinatorAlone(client) {
  const { rows } = await client.query("SELECT to_regclass('pg_dist_node') AS found");
  if (rows[0]?.found === null || (await isDistributed(client))) return false;
  const nodes = await client.query(
    "SELECT FROM pg_dist_node WHERE isactive AND shouldhaveshards AND groupid <> 0 LIMIT 1",
  );
  return nodes.rows.length > 0;
}

/** @param {import("pg").Client} client @param {string[]} tables @param {string} column @param {string} first */
async function spread(client, tables, column, first) {
  for (const table of tables)
    await client.query("SELECT create_distributed_table($1, $2, colocate_with => $3)", [
      quoteTable(table),
      column,
      table === first ? "none" : quoteTable(first),
    ]);
}

/** @param {import("pg").Client} client @returns {Promise<Set<string>>} */
async function listDistributedTables(client) {
  const { rows } = await client.query(
    `SELECT relname FROM pg_dist_partition JOIN pg_class ON pg_class.oid = logicalrelid
     WHERE relnamespace = current_schema()::regnamespace`,
  );
  return new Set(rows.map((row) => row.relname));
}

/** @param {import("pg").Client} client */
async function prepareExtension(client) {
  const { rows } = await client.query("SELECT 1 FROM pg_available_extensions WHERE name = 'citus'");
  if (rows.length === 0)
    throw new Problem(
      "This database server has no Citus.",
      "Install it on every node and set shared_preload_libraries = 'citus'; docs/cluster.md says how.",
    );
  await client.query("CREATE EXTENSION IF NOT EXISTS citus");
}

/** @param {import("pg").Client} client */
async function checkNodes(client) {
  const { rows } = await client.query("SELECT FROM pg_dist_node WHERE isactive AND shouldhaveshards LIMIT 1");
  if (rows.length > 0) return;
  throw new Problem(
    "The cluster has no node that could hold rows.",
    "Connected to the coordinator's database, run SELECT citus_set_coordinator_host(HOST, PORT), then SELECT citus_add_node(HOST, PORT) for every other node.",
  );
}

/**
 * A node that may hold rows, with the parts of the tables on it: each table is in as many parts.
 * @typedef {{ node: string, parts: number }} DataNode
 */

/** @param {import("pg").Client} client @returns {Promise<DataNode[]>} */
async function listDataNodes(client) {
  const first = [readPlacement().bySession[0], readPlacement().byStream[0]];
  const { rows } = await client.query(
    `SELECT nodename || ':' || nodeport AS node, count(shardid)::int AS parts
     FROM pg_dist_node LEFT JOIN (
       pg_dist_placement JOIN pg_dist_shard USING (shardid) JOIN pg_class ON pg_class.oid = logicalrelid AND relname = ANY($1)
     ) USING (groupid) WHERE isactive AND shouldhaveshards GROUP BY 1 ORDER BY 1`,
    [first],
  );
  return rows;
}

/** @param {string} table */
function quoteTable(table) {
  return `"${table}"`;
}
