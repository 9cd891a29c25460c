import { mkdtempSync, chmodSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { migrate, migrateAndDistribute } from "@/lib/cli/bootstrap/migrate.mjs";
import { startPostgres } from "@/lib/cli/bootstrap/postgres.mjs";

/**
 * Starts a real PostgreSQL for the database tests, or brings the one at DATABASE_URL up to date. With CITUS_URL, the tests
 * run on that database on a cluster's coordinator, spread over its nodes.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = process.env.CITUS_URL;
  if (cluster !== undefined && cluster !== "") {
    await migrateAndDistribute(cluster);
    process.env.DATABASE_URL = cluster;
    return () => Promise.resolve();
  }
  const given = process.env.DATABASE_URL;
  if (given !== undefined && given !== "") {
    await migrate(given);
    return () => Promise.resolve();
  }
  const home = mkdtempSync(path.join(os.tmpdir(), "sightglass-test-"));
  chmodSync(home, 0o755);
  const server = await startPostgres(home);
  await hurry(server.url);
  await migrate(server.url);
  process.env.DATABASE_URL = server.url;
  return async () => {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  };
}

/** Lets the server of the tests leave writing to the disk to the system: nothing in it has to outlive the machine. */
async function hurry(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const setting of ["fsync", "synchronous_commit", "full_page_writes"])
    await client.query(`ALTER SYSTEM SET ${setting} = off`);
  await client.query("SELECT pg_reload_conf()");
  await client.end();
}
