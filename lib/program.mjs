import fs from "node:fs";
import { pathToFileURL } from "node:url";

/**
 * How Node runs one of the program's TypeScript files: as it is through tsx, or in the npm package, which has no sources, in
 * its compiled form.
 * @param {string} file from the root, with forward slashes
 * @param {string} [root]
 * @returns {{ flags: string[], path: string }} `flags` go to Node, before the path
 */
export function programOf(file, root = process.cwd()) {
  // Joined by hand: so no bundler takes the path for a file that it has to include.
  const source = [root, file].join("/");
  if (fs.existsSync(source)) {
    const tsx = [root, "node_modules/tsx/dist/loader.mjs"].join("/");
    return { flags: ["--import", pathToFileURL(tsx).href], path: source };
  }
  return { flags: [], path: [root, COMPILED, file.replace(/\.ts$/, ".js")].join("/") };
}

/** The folder of the compiled programs. */
export const COMPILED = "dist";
