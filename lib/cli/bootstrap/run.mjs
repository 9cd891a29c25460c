import { spawn } from "node:child_process";
import { Problem } from "./report.mjs";

/**
 * Runs a program to its end and gives what it printed.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions & { what?: string, advice?: string }} [options] `what` names it in a failure
 * @returns {Promise<string>}
 */
export function run(command, args, { what = command, advice, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.once("error", (error) => reject(new Problem(`${what} could not be run: ${error.message}`, advice)));
    child.once("close", (code) => {
      if (code === 0) resolve(output);
      else reject(new Problem(`${what} failed (exit code ${code}):\n${tail(output)}`, advice));
    });
  });
}

/** @param {string} text */
function tail(text) {
  return text.trimEnd().split("\n").slice(-40).join("\n");
}
