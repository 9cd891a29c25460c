import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { killPipeline } from "@/lib/testing/kills/kill-pipeline";
import { notOnce, readBack } from "@/lib/testing/kills/killed-sessions";

const home = mkdtempSync(path.join(os.tmpdir(), "sightglass-killed-"));
chmodSync(home, 0o755);
afterAll(() => rmSync(home, { recursive: true, force: true }));

const PROJECT = "killed";
const AGENTS = 20;

/** The long version is `npm run bench -- kill`. */
it("shows every acknowledged turn once, whichever of two web processes, three workers and PostgreSQL is killed", async () => {
  const killed = await killPipeline({
    home,
    project: PROJECT,
    agents: AGENTS,
    turns: 3,
    webs: 2,
    workers: 3,
    kills: 3,
    betweenMs: 300,
  });
  try {
    const sessions = await readBack(PROJECT, killed, 180_000);
    expect(sessions.length).toBeGreaterThanOrEqual(AGENTS);
    expect(notOnce(sessions)).toEqual([]);
    expect(killed.kills).toEqual({ web: 1, worker: 1, postgres: 1 });
  } finally {
    await killed.stop();
  }
}, 600_000);
