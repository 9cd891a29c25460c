import fs from "node:fs";
import { pathToFileURL } from "node:url";

/** The variable that a process sets for itself and those that it starts, once the programs are compiled from today's sources. */
export const RUNS_COMPILED = "SIGHTGLASS_COMPILED";

/**
 * How Node runs one of the program's TypeScript files: in its compiled form where that is built from today's sources, and in
 * the npm package, which has no others; else as it is, through tsx.
 * @param {string} file from the root, with forward slashes
 * @param {string} [root]
 * @returns {{ flags: string[], path: string }} `flags` go to Node, before the path
 */
export function programOf(file, root = process.cwd()) {
  // Joined by hand: so no bundler takes the path for a file that it has to include.
  const source = [root, file].join("/");
  const compiled = [root, COMPILED, file.replace(/\.ts$/, ".js")].join("/");
  if (!fs.existsSync(source) || (process.env[RUNS_COMPILED] === "1" && fs.existsSync(compiled)))
    return { flags: [], path: compiled };
  const tsx = [root, "node_modules/tsx/dist/loader.mjs"].join("/");
  return { flags: ["--import", pathToFileURL(tsx).href], path: source };
}

/** The folder of the compiled programs. */
export const COMPILED = "dist";
