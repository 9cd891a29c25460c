import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll } from "vitest";
import type { Database } from "../db/client";
import { clearTables, isOnCluster } from "./cluster/cluster-database";
import { TEMPLATE_URL } from "./template";

/**
 * Gives each file of database tests its own database, copied from a migrated one. So files can run in
 * parallel, and no worker processes another file's data. On a cluster they run one after the other in one
 * database, which is empty at the start of each.
 */
const shared = globalThis as { sightglassDatabase?: Database; sightglassPulse?: Database };
const template = process.env[TEMPLATE_URL];
if (template !== undefined) {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const own = new URL(template);
  own.pathname = `/${name}`;
  await administer(template, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE "${new URL(template).pathname.slice(1)}"`),
  );
  process.env.DATABASE_URL = own.href;
  await forgetClients();
  afterAll(async () => {
    await forgetClients();
    await administer(template, async (client) => {
      // Connections that are just being closed get a second for it.
      for (let i = 0; i < 20 && (await isUsed(client, name)); i++) await wait(50);
      await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
    });
  });
} else if (isOnCluster()) {
  await forgetClients();
  await clearTables(process.env.DATABASE_URL ?? "");
}

/** The clients belong to the file before, whose database is gone. */
async function forgetClients(): Promise<void> {
  await Promise.all([shared.sightglassDatabase?.$disconnect(), shared.sightglassPulse?.$disconnect()]);
  delete shared.sightglassDatabase;
  delete shared.sightglassPulse;
}

async function administer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const beside = new URL(url);
  beside.pathname = "/postgres";
  const client = new pg.Client({ connectionString: beside.href });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function isUsed(client: pg.Client, database: string): Promise<boolean> {
  const { rows } = await client.query("SELECT FROM pg_stat_activity WHERE datname = $1", [database]);
  return rows.length > 0;
}
