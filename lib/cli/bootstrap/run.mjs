import { spawn } from "node:child_process";
import { Problem } from "./report.mjs";

/**
 * Runs a program to its end and gives what it printed.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions & { what?: string, advice?: string, signal?: AbortSignal | undefined }} [options]
 *   `what` names it in a failure; `signal` ends it, with all that it has started
 * @returns {Promise<string>}
 */
export function run(command, args, { what = command, advice, signal, ...options } = {}) {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    // A group of its own can be ended as a whole.
    const detached = signal !== undefined && process.platform !== "win32";
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], detached, ...options });
    const end = () => (detached ? killGroup(child.pid) : child.kill());
    signal?.addEventListener("abort", end, { once: true });
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.once("error", (error) => reject(new Problem(`${what} could not be run: ${error.message}`, advice)));
    child.once("close", (code) => {
      signal?.removeEventListener("abort", end);
      if (code === 0) resolve(output);
      else reject(new Problem(`${what} failed (exit code ${code}):\n${cutTail(output)}`, advice));
    });
  });
}

/** @param {number | undefined} pid of its first process */
function killGroup(pid) {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGTERM");
  } catch {
    // It has ended already.
  }
}

/** @param {string} text */
function cutTail(text) {
  return text.trimEnd().split("\n").slice(-40).join("\n");
}
