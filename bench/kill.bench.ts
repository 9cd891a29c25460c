import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Kill } from "@/lib/testing/kills/kill-pipeline";
import { killPipeline } from "@/lib/testing/kills/kill-pipeline";
import { notOnce, readBack } from "@/lib/testing/kills/killed-sessions";
import { hold, note } from "./report";

/**
 * Kills web processes, workers and PostgreSQL at random moments, while agents send native events, raw model calls and
 * spans. Every acknowledged turn must be readable once. BENCH_KILLS is the number of kills.
 */
const KILLS = Number(process.env.BENCH_KILLS ?? 200);
const AGENTS = 20;
const TURNS = 20;
const BETWEEN_KILLS_MS = 400;
const SECONDS_PER_KILL = 2.5;
/** How long what was acknowledged may take to be readable in the end: all of it might have been left to be done. */
const WORKED_IN_MS = 60_000 + KILLS * 2_000;
const TOLD_EVERY = 10;
const PROJECT = "killed";

const home = mkdtempSync(path.join(os.tmpdir(), "sightglass-killed-"));
chmodSync(home, 0o755);
console.log(
  `  ${KILLS} kills, about ${Math.ceil((KILLS * SECONDS_PER_KILL) / 60)} minutes on two cores with nothing else to do`,
);
const began = performance.now();
const back: Record<Kill["kind"], number[]> = { web: [], worker: [], postgres: [] };

function tell({ kind, backMs, acknowledged }: Kill): void {
  back[kind].push(backMs);
  const done = Object.values(back).reduce((sum, { length }) => sum + length, 0);
  if (done % TOLD_EVERY !== 0) return;
  const means = Object.entries(back).map(([name, times]) => `${name} ${computeMeanSeconds(times)} s`);
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  console.log(
    `  ${done} kills, ${seconds} s, ${acknowledged} turns acknowledged; back after ${means.join(", ")}`,
  );
}

function computeMeanSeconds(times: readonly number[]): string {
  return (times.reduce((sum, ms) => sum + ms, 0) / Math.max(1, times.length) / 1_000).toFixed(1);
}

const killed = await killPipeline({
  home,
  project: PROJECT,
  agents: AGENTS,
  turns: TURNS,
  webs: 2,
  workers: 3,
  kills: KILLS,
  betweenMs: BETWEEN_KILLS_MS,
  onKill: tell,
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
