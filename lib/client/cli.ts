#!/usr/bin/env node
import { removeControls } from "./printable";
import { GATE_USAGE, GateUsageError, runGate } from "./gate";

const [command, ...args] = process.argv.slice(2);
if (command === "gate" && !args.includes("--help") && !args.includes("-h"))
  try {
    process.exitCode = await runGate(args, {
      env: process.env,
      fetch: globalThis.fetch,
      say: (line) => process.stdout.write(`${removeControls(line)}\n`),
    });
  } catch (error) {
    const usage = error instanceof GateUsageError ? `\n\n${GATE_USAGE}` : "";
    process.stderr.write(
      `${removeControls(error instanceof Error ? error.message : String(error))}${usage}\n`,
    );
    process.exitCode = 2;
  }
else {
  process.stdout.write(`${GATE_USAGE}\n`);
  process.exitCode = command === "gate" || command === undefined || command === "--help" ? 0 : 2;
}
