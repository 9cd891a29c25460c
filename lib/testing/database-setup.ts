import { mkdtempSync, chmodSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { migrate, migrateAndDistribute } from "@/lib/cli/bootstrap/migrate.mjs";
import { startPostgres } from "@/lib/cli/bootstrap/postgres.mjs";
import { makeEmptyDatabase } from "./cluster/cluster-database";
import { TEMPLATE_URL } from "./template";

/**
 * Starts a real PostgreSQL in which each file of database tests has its own database, or migrates the
 * database at DATABASE_URL. With CITUS_URL, the tests have a database of their own on the nodes that the one at
 * CITUS_URL knows.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = process.env.CITUS_URL;
  if (cluster !== undefined && cluster !== "") {
    const own = await makeEmptyDatabase("test", cluster);
    await migrateAndDistribute(own.url);
    process.env.DATABASE_URL = own.url;
    return () => own.drop();
  }
  const url = process.env.DATABASE_URL;
  if (url !== undefined && url !== "") {
    await migrate(url);
    return () => Promise.resolve();
  }
  const home = mkdtempSync(path.join(os.tmpdir(), "sightglass-test-"));
  chmodSync(home, 0o755);
  const server = await startPostgres(home);
  await hurry(server.url);
  await migrate(server.url);
  await close(server.url);
  process.env[TEMPLATE_URL] = server.url;
  return async () => {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  };
}

/** Turns off synchronous writes of the test server: its data need not survive a crash. */
function hurry(url: string): Promise<void> {
  return run(
    url,
    ["fsync", "synchronous_commit", "full_page_writes"]
      .map((setting) => `ALTER SYSTEM SET ${setting} = off`)
      .concat("SELECT pg_reload_conf()"),
  );
}

/** Ends all connections to a database and refuses new ones, so that it can be copied. */
function close(url: string): Promise<void> {
  const beside = new URL(url);
  const name = beside.pathname.slice(1);
  beside.pathname = "/postgres";
  return run(beside.href, [
    `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  ]);
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
