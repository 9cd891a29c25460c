import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll } from "vitest";
import type { Database } from "../db/client";
import { TEMPLATE_URL } from "./template";

/**
 * Gives each file of database tests its own database, copied from a migrated one. So files can run in
 * parallel, and no worker processes another file's data.
 */
const shared = globalThis as { sightglassDatabase?: Database; sightglassPulse?: Database };
const template = process.env[TEMPLATE_URL];
if (template !== undefined) {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const own = new URL(template);
  own.pathname = `/${name}`;
  await administer(template, `CREATE DATABASE ${name} TEMPLATE "${new URL(template).pathname.slice(1)}"`);
  process.env.DATABASE_URL = own.href;
  await forgetClients();
  afterAll(async () => {
    await forgetClients();
    await administer(template, `DROP DATABASE ${name} WITH (FORCE)`, name);
  });
}

/** The clients belong to the file before, whose database is gone. */
async function forgetClients(): Promise<void> {
  await Promise.all([shared.sightglassDatabase?.$disconnect(), shared.sightglassPulse?.$disconnect()]);
  delete shared.sightglassDatabase;
  delete shared.sightglassPulse;
}

/** @param unused a database that nobody is to use any more: connections that are being closed get a second for it */
async function administer(url: string, statement: string, unused?: string): Promise<void> {
  const beside = new URL(url);
  beside.pathname = "/postgres";
  const client = new pg.Client({ connectionString: beside.href });
  await client.connect();
  try {
    for (let i = 0; unused !== undefined && i < 20 && (await isUsed(client, unused)); i++) await wait(50);
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function isUsed(client: pg.Client, database: string): Promise<boolean> {
  const { rows } = await client.query("SELECT FROM pg_stat_activity WHERE datname = $1", [database]);
  return rows.length > 0;
}
