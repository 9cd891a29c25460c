/** npm run bench [-- NAME…]: measures what the project promises, on a server and a database of its own. Prints ratios of one run. */
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { spawnProgram, startApp, startWorker } from "./bootstrap/app.mjs";
import { readCommand } from "./bootstrap/command.mjs";
import { ensureChromium } from "./bootstrap/chromium.mjs";
import { migrate } from "./bootstrap/migrate.mjs";
import { findFreePort, runWithTemporaryPostgres } from "./bootstrap/postgres.mjs";
import { buildApp, prepareProgram, ROOT } from "./bootstrap/project.mjs";
import { Problem, reportFailure } from "./bootstrap/report.mjs";

const USAGE = `npm run bench [-- NAME…]
npm run bench -- --release [--accept] [NAME…]
npm run bench -- precision FOLDER [--half held] [--list] [--only TEXT]
npm run bench -- compaction FOLDER
npm run bench -- judge [--who-and-when FOLDER]

Measures what the project promises, on a server and a database of its own. Without names it runs every file of bench/
but three, which need neither. precision needs a folder with real sessions (FOLDER/…/work/FORMAT/NAME): it prints per rule
how many findings people read as true, and with --list each finding for reading. compaction prints what the compactions
of a folder of sessions kept, by program, version, model and trigger. judge needs the language model of
SIGHTGLASS_JUDGE_URL, _MODEL and _KEY: it prints how well the model answers the labelled cases and what that costs, and
with a copy of the public set Who&When how often it names the decisive agent and step.

  --release   runs each file three times and compares the middle of each ratio with that of the last release
              (bench/ratios.json): one that is worse by a fifth fails
  --accept    makes the new ratios those of the release`;

/** Without a server, by the number of folders that they take. */
const ALONE = new Map([
  ["precision", 1],
  ["compaction", 1],
  ["judge", 0],
]);

async function main() {
  const { positionals: asked, values } = readCommand(
    USAGE,
    {
      half: { type: "string" },
      list: { type: "boolean" },
      only: { type: "string" },
      "who-and-when": { type: "string" },
      release: { type: "boolean" },
      accept: { type: "boolean" },
    },
    { positionals: true },
  );
  await prepareProgram("work");
  const alone = ALONE.get(asked[0] ?? "");
  if (alone !== undefined) {
    const [name, ...folders] = asked;
    if (folders.length !== alone)
      throw new Problem(`${name} takes ${alone === 0 ? "no folder as such" : "one folder"}.`, USAGE);
    const flags = Object.entries(values).map(([flag, value]) =>
      value === true ? `--${flag}` : `--${flag}=${flag === "who-and-when" ? path.resolve(value) : value}`,
    );
    const args = [...folders.map((folder) => path.resolve(folder)), ...flags];
    const [code] = await once(spawnProgram(`bench/${name}.bench.ts`, args), "exit");
    process.exitCode = code ?? 1;
    return;
  }
  const known = fs
    .readdirSync(path.join(ROOT, "bench"))
    .filter((name) => name.endsWith(".bench.ts"))
    .map((name) => name.replace(".bench.ts", ""))
    .filter((name) => !ALONE.has(name))
    .sort();
  const unknown = asked.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Problem(`There is no benchmark ${unknown.join(", ")}.`, `There are ${known.join(", ")}.`);
  const chromium = await ensureChromium();
  await buildApp();
  const names = asked.length > 0 ? asked : known;
  if (values.release === true)
    return void (process.exitCode = (await compareWithRelease(names, chromium, values.accept === true))
      ? 0
      : 1);
  let failed = false;
  for (const name of names) if (!(await measure(name, chromium))) failed = true;
  process.exitCode = failed ? 1 : 0;
}

/**
 * @param {string} name
 * @param {string} chromium
 * @param {Record<string, string>} [also] variables for the bench
 * @returns {Promise<boolean>} whether every bound was kept
 */
async function measure(name, chromium, also = {}) {
  console.log(`\n── ${name}`);
  return runWithTemporaryPostgres(async (databaseUrl) => {
    await migrate(databaseUrl);
    const port = await findFreePort();
    const app = await startApp({ databaseUrl, port });
    const worker = await startWorker({ databaseUrl });
    const env = {
      DATABASE_URL: databaseUrl,
      BENCH_URL: `http://127.0.0.1:${port}`,
      BENCH_WORKER: String(worker.pid),
      SIGHTGLASS_CHROMIUM: chromium,
      ...also,
    };
    const [code] = await once(spawnProgram(`bench/${name}.bench.ts`, [], { env }), "exit");
    for (const child of [app, worker]) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    return code === 0;
  });
}

const RATIOS = path.join(ROOT, "bench/ratios.json");
const RUNS = 3;
/** A ratio that is worse than that of the last release by more than this fails a release. */
const FIFTH = 0.2;

/**
 * @param {string[]} names
 * @param {string} chromium
 * @param {boolean} accepts whether what is measured becomes what the next release is compared with
 * @returns {Promise<boolean>} whether no ratio is worse by a fifth
 */
async function compareWithRelease(names, chromium, accepts) {
  /** @type {Record<string, Record<string, number>>} */
  const released = fs.existsSync(RATIOS) ? JSON.parse(fs.readFileSync(RATIOS, "utf8")) : {};
  const worse = [];
  const unknown = [];
  for (const name of names) {
    const now = await measureRatios(name, chromium);
    for (const [what, { value, isBetterHigh }] of now) {
      const before = released[name]?.[what];
      if (before === undefined) unknown.push(`${name}: ${what}: ${value.toFixed(3)}`);
      else if (isBetterHigh ? value < before * (1 - FIFTH) : value > before / (1 - FIFTH))
        worse.push(`${name}: ${what}: ${value.toFixed(3)}, and ${before.toFixed(3)} in the last release`);
    }
    if (now.size > 0) released[name] = Object.fromEntries([...now].map(([what, { value }]) => [what, value]));
  }
  if (accepts) fs.writeFileSync(RATIOS, `${JSON.stringify(released, null, 2)}\n`);
  if (unknown.length > 0)
    console.log(`\nThe last release has nothing to compare these with:\n  ${unknown.join("\n  ")}`);
  console.log(
    worse.length === 0
      ? "\n✓ no ratio is worse by a fifth"
      : `\n✗ worse by a fifth:\n  ${worse.join("\n  ")}`,
  );
  return accepts || worse.length === 0;
}

/**
 * @param {string} name
 * @param {string} chromium
 * @returns {Promise<Map<string, { value: number, isBetterHigh: boolean }>>} the middle of what several runs measure
 */
async function measureRatios(name, chromium) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sightglass-bench-"));
  const file = path.join(folder, "ratios");
  try {
    for (let run = 0; run < RUNS; run++) await measure(name, chromium, { BENCH_RATIOS: file });
    const lines = fs.existsSync(file) ? fs.readFileSync(file, "utf8").trim().split("\n") : [];
    /** @type {Map<string, { value: number, isBetterHigh: boolean }[]>} */
    const all = new Map();
    for (const line of lines) {
      const { what, ...one } = JSON.parse(line);
      all.set(what, [...(all.get(what) ?? []), one]);
    }
    return new Map(
      [...all].flatMap(([what, measured]) => {
        const middle = measured.sort((a, b) => a.value - b.value)[Math.floor(measured.length / 2)];
        return middle === undefined ? [] : [[what, middle]];
      }),
    );
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

main().catch(reportFailure);
