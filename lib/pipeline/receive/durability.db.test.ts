import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, describe, expect, it } from "vitest";
import { migrate } from "@/lib/cli/bootstrap/migrate.mjs";
import { startPostgres } from "@/lib/cli/bootstrap/postgres.mjs";
import { openDatabase } from "@/lib/db/client";
import { makeSessionKey } from "@/lib/db/session-id";
import { getSession } from "@/lib/queries/session/get-session";
import { withWorker, worked } from "@/lib/testing/worker";
import { compiled } from "@/lib/testing/compiled";

const home = mkdtempSync(path.join(os.tmpdir(), "sightglass-durable-"));
chmodSync(home, 0o755);
afterAll(() => rmSync(home, { recursive: true, force: true }));

const PROJECT = "durable";
const ACKNOWLEDGED_BEFORE_THE_KILL = 60;

describe("what was acknowledged (invariant 1)", () => {
  it("survives kill -9 of the program and of PostgreSQL, and the loss of the password's file", async () => {
    const first = await startPostgres(home);
    await migrate(first.url);
    const acknowledged = await ingestUntilKilled(first.url);
    rmSync(path.join(home, "postgres-password"));
    const second = await startPostgres(home);
    const db = openDatabase(second.url);
    try {
      const rows = await db.event.findMany({
        where: { sessionId: makeSessionKey(PROJECT, "endless") },
        select: { id: true },
      });
      const kept = new Set(rows.map((row) => row.id));
      expect(acknowledged.length).toBeGreaterThanOrEqual(ACKNOWLEDGED_BEFORE_THE_KILL);
      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
      await withWorker(() => worked(db, PROJECT), second.url);
      const session = await getSession(db, PROJECT, "endless");
      expect(session.counts.turns).toBeGreaterThanOrEqual(acknowledged.length - 1);
    } finally {
      await db.$disconnect();
      await second.stop();
    }
  });
});

async function ingestUntilKilled(url: string): Promise<string[]> {
  const script = compiled("lib/testing/kills/ingest-endlessly.ts");
  const writer = spawn(process.execPath, [script, url, PROJECT], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ids: string[] = [];
  for await (const line of createInterface({ input: writer.stdout })) {
    ids.push(line);
    if (ids.length === ACKNOWLEDGED_BEFORE_THE_KILL) {
      process.kill(postmasterPid(), "SIGKILL");
      writer.kill("SIGKILL");
    }
  }
  if (writer.exitCode === null && writer.signalCode === null) await once(writer, "exit");
  return ids;
}

function postmasterPid(): number {
  return Number(readFileSync(path.join(home, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
}
