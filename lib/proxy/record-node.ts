import { appendFileSync } from "node:fs";
import { register } from "@/lib/client/index";
import { readRunSettings } from "./run-settings";

/**
 * Loaded by each Node program of `sightglass run` before its own code. It records the model calls that do not lead through the
 * proxy, and says at the end of the program how many. Whatever goes wrong here, the program runs.
 */
function recordProgram(): void {
  const settings = readRunSettings(process.env);
  if (settings === null) return;
  const { url, proxy, report } = settings;
  const sightglass = register({ auto: true, url, recordedAt: proxy });
  process.once("exit", () => {
    try {
      appendFileSync(report, `${JSON.stringify(sightglass.recorded)}\n`);
    } catch {
      // The run is over, and nobody reads it.
    }
  });
}

try {
  recordProgram();
} catch (error) {
  console.error(`sightglass: This program is not recorded: ${String(error)}`);
}
