import { randomUUID } from "node:crypto";
import { afterAll } from "vitest";
import type { Database } from "@/lib/db/client";
import { openDatabase } from "@/lib/db/client";

export function testDatabase(): Database {
  const url = process.env.DATABASE_URL;
  if (url === undefined) throw new Error("the database tests run with `npx vitest run --project db`");
  const db = openDatabase(url);
  afterAll(async () => {
    // Those of this file read its database; the next file has another one, and may share loaded modules.
    delete (globalThis as { sightglassReaders?: unknown }).sightglassReaders;
    await db.$disconnect();
  });
  return db;
}

export function freshProject(): string {
  return `test-${randomUUID()}`;
}
