/** How long each file of tests takes, as earlier runs saw it. */
import fs from "node:fs";
import path from "node:path";
import { ROOT } from "./project.mjs";

const FILE = path.join(ROOT, "node_modules/.cache/sightglass/test-durations.json");

/** In ms by path below the root; the shortest run counts, because other work only makes a run longer. @returns {Record<string, number>} */
export function testDurations() {
  try {
    return JSON.parse(fs.readFileSync(FILE, "utf8"));
  } catch {
    return {};
  }
}

/** @param {{ testResults: { name: string, startTime: number, endTime: number }[] }} report of vitest */
export function noteDurations({ testResults }) {
  const known = testDurations();
  for (const { name, startTime, endTime } of testResults) {
    const [file, took] = [path.relative(ROOT, name), Math.round(endTime - startTime)];
    if (took >= 0) known[file] = Math.min(known[file] ?? Infinity, took);
  }
  fs.mkdirSync(path.dirname(FILE), { recursive: true });
  fs.writeFileSync(FILE, JSON.stringify(known));
}
