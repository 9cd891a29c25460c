/** Builds the app, the programs and the client libraries. A process of its own, for the memory that this takes. */
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { buildClient } from "./client.mjs";
import { compilePrograms } from "./package.mjs";
import { listFilesBelow } from "./project.mjs";
import { reportFailure, ROOT } from "./report.mjs";
import { run } from "./run.mjs";

async function main() {
  buildClient();
  const next = path.join(ROOT, "node_modules/next/dist/bin/next");
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  await run(process.execPath, [next, "build"], { cwd: ROOT, env, what: "next build" });
  await packScripts(path.join(ROOT, ".next/static/chunks"));
  namePackages(path.join(ROOT, ".next"));
  forgetPlace(path.join(ROOT, ".next/required-server-files.json"));
  await compilePrograms();
}

/** Writes a Brotli file beside every script and style, for the server to send. @param {string} folder */
async function packScripts(folder) {
  const pack = promisify(brotliCompress);
  const scripts = listFilesBelow(folder).filter((file) => /\.(js|css)$/.test(file));
  for (const file of scripts) fs.writeFileSync(`${file}.br`, await pack(fs.readFileSync(file)));
}

/**
 * Has the built server ask for its packages by their names. The build gives them names of its own, which are links in a
 * folder that archives do not hold.
 * @param {string} build
 */
function namePackages(build) {
  const links = path.join(build, "node_modules");
  if (!fs.existsSync(links)) return;
  const names = fs.readdirSync(links, { recursive: true, encoding: "utf8" }).flatMap((name) => {
    const link = path.join(links, name);
    if (!fs.lstatSync(link).isSymbolicLink()) return [];
    const target = path.relative(path.join(ROOT, "node_modules"), fs.realpathSync(link));
    return [/** @type {const} */ ([toSlashes(name), toSlashes(target)])];
  });
  for (const file of listFilesBelow(path.join(build, "server")).filter((name) => name.endsWith(".js"))) {
    const text = fs.readFileSync(file, "utf8");
    const named = names.reduce((now, [link, target]) => now.replaceAll(link, target), text);
    if (named !== text) fs.writeFileSync(file, named);
  }
}

/** The build notes the folder that it was made in, and runs in any. @param {string} notes */
function forgetPlace(notes) {
  fs.writeFileSync(notes, fs.readFileSync(notes, "utf8").replaceAll(JSON.stringify(ROOT).slice(1, -1), "."));
}

/** @param {string} place */
function toSlashes(place) {
  return place.replaceAll(path.sep, "/");
}

main().catch(reportFailure);
