/** npm run replay -- SESSION|FILE --policy FILE…: compares policies over one session, as a table. Gates make it fail. */
import { once } from "node:events";
import fs from "node:fs";
import { spawnProgram } from "./bootstrap/app.mjs";
import {
  readCommand,
  REMOTE,
  REMOTE_USAGE,
  makeRemoteEnv,
  REPORTS,
  REPORTS_USAGE,
  makeReportsEnv,
  resolvePaths,
} from "./bootstrap/command.mjs";
import { prepareProgram } from "./bootstrap/project.mjs";
import { reportFailure } from "./bootstrap/report.mjs";
import { runWithDatabase } from "./bootstrap/with-database.mjs";

const USAGE = `npm run replay -- SESSION|FILE --policy FILE… [--pin] [--budget TOKENS] [--context-window TOKENS] [GATES] [--junit FILE] [--json FILE] [--sarif FILE] [--url URL] [--key KEY]

Compares policies over one session, as a table.

  --policy FILE           policies as JSON or JSON5: one, or a list
  --pin                   keep what steps that are still to come need
  --budget TOKENS         what a request may take, else as recorded
  --context-window TOKENS the model's window, else as recorded or known of the model
  --max-…  N              gates, which make the command end with 1, or with 2 where a figure is not known: --max-dangling, --max-evictions, --max-unrestorable,
                          --max-constraints-lost, --max-duplicates-caused, --max-over-budget, --max-peak, --max-tokens,
                          --max-price
${REPORTS_USAGE}
${REMOTE_USAGE}`;

async function main() {
  const all = process.argv.slice(2);
  if (all.includes("--help") || all.includes("-h")) readCommand(USAGE, {});
  const { args, values } = dropOwnArguments(all);
  const remote = makeRemoteEnv(values);
  const reports = makeReportsEnv(values);
  await prepareProgram();
  const place = args.find((arg, i) => !arg.startsWith("--") && !args[i - 1]?.startsWith("--"));
  if (remote !== null) await run(args, { ...remote, ...reports });
  else if (place === undefined || fs.existsSync(place)) await run(args, reports);
  else await runWithDatabase((url) => run(args, { DATABASE_URL: url, ...reports }));
}

/** The arguments without those that name an instance or a report, which the program does not know. @param {string[]} all */
function dropOwnArguments(all) {
  /** @type {Partial<Record<keyof typeof OWN, string>>} */
  const values = {};
  const args = [];
  for (let i = 0; i < all.length; i++) {
    const [, name = "", own] = /^--([a-z]+)(?:=(.*))?$/s.exec(all[i] ?? "") ?? [];
    if (isOwn(name)) values[name] = own ?? all[++i] ?? "";
    else args.push(all[i] ?? "");
  }
  return { args, values };
}

const OWN = { ...REMOTE, ...REPORTS };

/** @param {string} name @returns {name is keyof typeof OWN} */
function isOwn(name) {
  return Object.hasOwn(OWN, name);
}

/** @param {string[]} args @param {Record<string, string>} env */
async function run(args, env) {
  const [code] = await once(spawnProgram("lib/cli/replay.ts", resolvePaths(args), { env }), "exit");
  process.exitCode = code ?? 2;
}

main().catch(reportFailure);
