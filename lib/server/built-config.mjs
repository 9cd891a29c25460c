import fs from "node:fs";
import path from "node:path";

/** What the build notes for servers that run it. */
const NOTES = "required-server-files.json";
/** Where the framework looks for the configuration of an app before it loads one. */
const TAKEN_FROM = "__NEXT_PRIVATE_STANDALONE_CONFIG";

/**
 * Has the framework run with the configuration that the app was built with: so it needs neither the file nor the compilers
 * that it would load to read one.
 * @param {string} build the folder of the build
 */
export function useBuiltConfig(build) {
  const { config } = JSON.parse(fs.readFileSync(path.join(build, NOTES), "utf8"));
  process.env[TAKEN_FROM] = JSON.stringify(config);
}
