import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

const FOLDER = "lib/core/findings";
/** What decides which findings there are: the rules, what they read from, and what checks them. */
const ROOMS = [FOLDER, "lib/core/evidence", "lib/core/proof"];
const IMPORT = /^(?:import|export) (type )?[^";]*from "(\.[^"]+)"/gm;
const HASH_CHARS = 12;

export const RULE_SOURCES = `${FOLDER}/rule-sources.json`;

/** By the file of a rule, its version and a hash of the sources that it was raised for. */
export type RuleSources = Readonly<Record<string, { readonly version: number; readonly hash: string }>>;

/** By the file of each rule of the registry, a hash of it and of all that it imports in these rooms. */
export function ruleHashes(): Map<string, string> {
  const rules = importsOf(`${FOLDER}/registry.ts`).filter((file) => !file.startsWith(`${FOLDER}/rule/`));
  return new Map(
    [...rules, `${FOLDER}/find.ts`].map((file) => [path.relative(FOLDER, file), hashOf(file)] as const),
  );
}

/** @param raises whether the findings of a changed rule change too, so that sessions must be analysed again */
export function accepted(
  known: RuleSources,
  hashes: ReadonlyMap<string, string>,
  raises: boolean,
): RuleSources {
  const sorted = [...hashes].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([file, hash]) => {
      const { version = 0, hash: before = "" } = known[file] ?? {};
      return [file, { version: version === 0 || (raises && hash !== before) ? version + 1 : version, hash }];
    }),
  );
}

function hashOf(rule: string): string {
  const files = new Set([rule]);
  for (const file of files)
    for (const imported of importsOf(file))
      // The registry imports every rule; what every rule shares with all others is in find.ts.
      if (imported !== `${FOLDER}/registry.ts`) files.add(imported);
  const hash = createHash("sha256");
  for (const file of [...files].toSorted()) hash.update(`${file}\n${readFileSync(file, "utf8")}\n`);
  return hash.digest("hex").slice(0, HASH_CHARS);
}

/** Without imports of types only, which change nothing that runs. */
function importsOf(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(IMPORT)]
    .filter(([, type]) => type === undefined)
    .map(([, , name = ""]) => fileOf(path.join(path.dirname(file), name)))
    .filter((name) => name.endsWith(".ts") && ROOMS.some((room) => name.startsWith(`${room}/`)));
}

function fileOf(name: string): string {
  if (existsSync(`${name}.ts`)) return `${name}.ts`;
  return existsSync(name) && statSync(name).isDirectory() ? `${name}/index.ts` : name;
}
