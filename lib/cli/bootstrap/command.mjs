import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { formatCommand, Problem } from "./report.mjs";

/**
 * Reads a command's arguments. `--help` prints how it is used and ends the process.
 * @template {import("node:util").ParseArgsConfig["options"] & {}} Options
 * @param {string} usage the first line is the command with its arguments; the rest says what they do
 * @param {Options} options
 * @param {{ positionals?: boolean }} [takes]
 */
export function readCommand(usage, options, { positionals = false } = {}) {
  const args = process.argv.slice(2);
  if (args.includes("--help") || args.includes("-h")) {
    process.stdout.write(`${formatCommand(usage.trim())}\n`);
    process.exit(0);
  }
  try {
    return parseArgs({ args, options, allowPositionals: positionals });
  } catch (error) {
    throw new Problem(
      error instanceof Error ? (error.message.split(". ")[0] ?? "") : String(error),
      usage.trim(),
    );
  }
}

/**
 * Arguments for a program that runs in another folder: those that name a file or a folder do so by the whole path.
 * @param {string[]} args
 */
export function resolvePaths(args) {
  return args.map((arg) => (fs.existsSync(arg) ? path.resolve(arg) : arg));
}

/** For commands that can work on a running instance. */
export const REMOTE = { url: { type: "string" }, key: { type: "string" } };
export const REMOTE_USAGE = `  --url URL   a running Sightglass to work on, else SIGHTGLASS_URL, else the database of this home or at DATABASE_URL
  --key KEY   an API key of it, else the one in SIGHTGLASS_API_KEY; in local mode none is needed`;

export const REPORTS = { junit: { type: "string" }, json: { type: "string" }, sarif: { type: "string" } };
export const REPORTS_USAGE = `  --junit FILE  writes the verdicts as JUnit has them
  --json FILE   writes them as JSON
  --sarif FILE  writes what is broken as SARIF 2.1.0; on GitHub Actions the run is annotated and has a summary, too`;

/**
 * The environment that says where verdicts are written.
 * @param {{ junit?: string | undefined, json?: string | undefined, sarif?: string | undefined }} values
 * @returns {Record<string, string>}
 */
export function makeReportsEnv({ junit, json, sarif }) {
  return {
    ...(junit !== undefined && { COMMAND_JUNIT: path.resolve(junit) }),
    ...(json !== undefined && { COMMAND_JSON: path.resolve(json) }),
    ...(sarif !== undefined && { COMMAND_SARIF: path.resolve(sarif) }),
  };
}

/**
 * The environment that names a running instance to a program; null where none is asked for.
 * @param {{ url?: string | undefined, key?: string | undefined }} values
 * @returns {Record<string, string> | null}
 */
export function makeRemoteEnv({ url, key }) {
  // In team mode the variable is the address of this very instance.
  const stated = process.env.SIGHTGLASS_MODE === "team" ? undefined : process.env.SIGHTGLASS_URL || undefined;
  const place = url ?? stated;
  if (place === undefined) {
    if (key !== undefined) throw new Problem("--key goes with --url.", "Name the instance: --url URL");
    return null;
  }
  if (!URL.canParse(place) || !/^https?:$/.test(new URL(place).protocol))
    throw new Problem(
      `${url === undefined ? "SIGHTGLASS_URL" : "--url"} is "${place}", which is no address.`,
      "It looks like http://127.0.0.1:4318",
    );
  return {
    COMMAND_REMOTE_URL: new URL(place).href.replace(/(?<!\/)\/+$/, ""),
    COMMAND_REMOTE_KEY: key ?? process.env.SIGHTGLASS_API_KEY ?? "",
  };
}
