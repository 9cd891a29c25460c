import { randomUUID } from "node:crypto";
import pg from "pg";

/** A database of a test's own, beside the one of the tests. */
export interface OwnDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * An empty database; on a cluster it is on every node, and nothing is spread yet.
 * @param home a database of the same server; on a cluster it knows the nodes
 */
export async function makeEmptyDatabase(
  prefix: string,
  home = process.env.DATABASE_URL ?? "",
): Promise<OwnDatabase> {
  const name = `${prefix}_${randomUUID().replaceAll("-", "")}`;
  const nodes = isOnCluster() ? await nodesOf(home) : [new URL(home)];
  for (const node of nodes) await run(at(node, "postgres"), [`CREATE DATABASE ${name}`]);
  const url = at(new URL(home), name);
  if (isOnCluster()) {
    for (const node of nodes) await run(at(node, name), ["CREATE EXTENSION citus"]);
    const [first, ...others] = nodes.map(({ hostname, port }) => `'${hostname}', ${port}`);
    await run(url, [
      `SELECT citus_set_coordinator_host(${first})`,
      ...others.map((node) => `SELECT citus_add_node(${node})`),
    ]);
  }
  return {
    url,
    drop: async () => {
      for (const node of nodes) await run(at(node, "postgres"), [`DROP DATABASE ${name} WITH (FORCE)`]);
    },
  };
}

/**
 * Takes all rows and jobs out of the tests' database on a cluster. Making another one for each file of tests would take longer than
 * many of them.
 */
export async function clearTables(url: string): Promise<void> {
  await run(url, [
    `DO $$ BEGIN EXECUTE (
       SELECT 'TRUNCATE ' || string_agg(quote_ident(tablename), ', ') FROM pg_tables
       WHERE schemaname = current_schema() AND tablename <> '_prisma_migrations'); END $$`,
    "DELETE FROM graphile_worker._private_jobs",
  ]);
}

/** Whether the database tests run on a cluster. */
export function isOnCluster(): boolean {
  return Boolean(process.env.CITUS_URL);
}

/** The coordinator is first. */
async function nodesOf(home: string): Promise<URL[]> {
  const client = new pg.Client({ connectionString: home });
  await client.connect();
  try {
    const { rows } = await client.query<{ nodename: string; nodeport: number }>(
      "SELECT nodename, nodeport FROM pg_dist_node ORDER BY groupid",
    );
    return rows.map(({ nodename, nodeport }) => {
      const node = new URL(home);
      node.hostname = nodename;
      node.port = String(nodeport);
      return node;
    });
  } finally {
    await client.end();
  }
}

function at(node: URL, database: string): string {
  const url = new URL(node.href);
  url.pathname = `/${database}`;
  return url.href;
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
