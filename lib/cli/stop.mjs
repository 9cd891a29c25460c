/** npm run stop: stops the Sightglass of this home. */
import { setTimeout as sleep } from "node:timers/promises";
import { readCommand } from "./bootstrap/command.mjs";
import { findHome, findRunningProcess } from "./bootstrap/home.mjs";
import { Problem, reportFailure, step } from "./bootstrap/report.mjs";

const USAGE = `npm run stop

Stops the Sightglass that runs on SIGHTGLASS_HOME, with its database.`;

const LOOK_MS = 100;
/** Longer than a start needs to end in the worst case. */
const STOP_MS_MAX = 60_000;

async function main() {
  readCommand(USAGE, {});
  const home = findHome();
  const pid = findRunningProcess(home);
  if (pid === null) throw new Problem(`No Sightglass runs on ${home}.`);
  await step("stopping", async () => {
    process.kill(pid, "SIGTERM");
    for (let ms = 0; findRunningProcess(home) === pid; ms += LOOK_MS) {
      if (ms > STOP_MS_MAX) throw new Problem(`Process ${pid} does not stop.`, `Kill it: kill -9 ${pid}`);
      await sleep(LOOK_MS);
    }
  });
}

main().catch(reportFailure);
