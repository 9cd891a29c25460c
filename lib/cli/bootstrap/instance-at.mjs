import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findHome, prepareHome, findRunningAddress } from "./home.mjs";
import { chooseInstance } from "./instance.mjs";
import { Problem, ROOT, step } from "./report.mjs";

const LOOK_MS = 200;
const ANSWER_MS = 2_000;
const LINES_SHOWN = 20;

/**
 * A running Sightglass: the one that is named, the one of this home or at this address, or one that is started and goes on.
 * @param {string | null} named its address
 * @returns {Promise<{ url: string, isNew: boolean }>}
 * @throws Problem when the named one does not answer, or none can be started
 */
export async function findInstance(named) {
  if (named !== null) {
    if (await isAnswering(named)) return { url: named, isNew: false };
    throw new Problem(
      `Sightglass at ${named} does not answer.`,
      "Start it, or unset SIGHTGLASS_PROXY_TARGET.",
    );
  }
  const home = findHome();
  prepareHome(home);
  const url = findRunningAddress(home) ?? chooseInstance(home).url;
  if (await isAnswering(url)) return { url, isNew: false };
  const log = path.join(home, "start.log");
  await step("starting Sightglass", () => startBeside(url, log));
  return { url, isNew: true };
}

/** Starts it in a process of its own that outlives this one. @param {string} url @param {string} log what it says */
async function startBeside(url, log) {
  const output = fs.openSync(log, "w", 0o600);
  const child = spawn(process.execPath, [path.join(ROOT, "lib/cli/start.mjs")], {
    detached: true,
    stdio: ["ignore", output, output],
  });
  fs.closeSync(output);
  child.unref();
  while (child.exitCode === null && child.signalCode === null) {
    if (await isAnswering(url)) return;
    await sleep(LOOK_MS);
  }
  const said = fs.readFileSync(log, "utf8").trim().split("\n").slice(-LINES_SHOWN).join("\n");
  throw new Problem(`Sightglass stopped while it was starting:\n${said}`);
}

/** @param {string} url */
async function isAnswering(url) {
  try {
    const answer = await fetch(new URL("/api/v1/health", url), {
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return answer.ok;
  } catch {
    return false;
  }
}
