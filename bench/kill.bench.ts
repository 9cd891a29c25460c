import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { killPipeline } from "@/lib/testing/kill-pipeline";
import { notOnce, readBack } from "@/lib/testing/killed-sessions";
import { hold, note } from "./report";

/**
 * Kills web processes, workers and PostgreSQL in turn, at random moments, while agents send native events, raw model
 * calls and spans: every turn that was acknowledged is readable once. BENCH_KILLS says how often.
 */
const KILLS = Number(process.env.BENCH_KILLS ?? 200);
const AGENTS = 20;
const TURNS = 20;
const BETWEEN_KILLS_MS = 400;
const WORKED_IN_MS = 600_000;
const PROJECT = "killed";

const home = mkdtempSync(path.join(os.tmpdir(), "sightglass-killed-"));
chmodSync(home, 0o755);
console.log(`  ${KILLS} kills, which takes some minutes`);
const killed = await killPipeline({
  home,
  project: PROJECT,
  agents: AGENTS,
  turns: TURNS,
  webs: 2,
  workers: 3,
  kills: KILLS,
  betweenMs: BETWEEN_KILLS_MS,
});
note("kills of web processes, workers, PostgreSQL", Object.values(killed.kills).join(", "));
const started = performance.now();
try {
  const sessions = await readBack(PROJECT, killed, WORKED_IN_MS);
  const wrong = notOnce(sessions);
  note("turns acknowledged", String(sessions.reduce((sum, { acknowledged }) => sum + acknowledged, 0)));
  note("seconds until all could be read after the last", ((performance.now() - started) / 1_000).toFixed(1));
  for (const { session, acknowledged, turns } of wrong)
    note(
      session,
      `${acknowledged} turns acknowledged, read ${turns.length}, ${new Set(turns).size} different`,
    );
  hold({ what: "sessions with a turn that is missing or there twice", value: wrong.length, atMost: 0 });
} catch (error) {
  note("not all could be read", error instanceof Error ? error.message : String(error));
  hold({ what: "sessions with a turn that is missing or there twice", value: Number.NaN, atMost: 0 });
} finally {
  await killed.stop();
  rmSync(home, { recursive: true, force: true });
}
