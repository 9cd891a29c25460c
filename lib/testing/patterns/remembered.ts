import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const FILE = "node_modules/.cache/sightglass/linear-patterns.json";

interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/**
 * What `find` returns for each pattern, in their order. It depends on nothing but the pattern and the files of this
 * folder, so what an earlier run found stands until one of them changes.
 */
export function findingsOf(
  patterns: readonly Pattern[],
  find: (pattern: Pattern) => string | null,
): readonly (string | null)[] {
  const rule = createHash("sha256");
  for (const name of readdirSync(import.meta.dirname).sort())
    rule.update(readFileSync(path.join(import.meta.dirname, name)));
  const version = rule.digest("hex");
  const known = readKnown(version);
  const found = patterns.map((pattern): [string, string | null] => {
    const key = `${pattern.source}/${pattern.flags}`;
    const before = known.get(key);
    return [key, before === undefined ? find(pattern) : before];
  });
  mkdirSync(path.dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify({ version, found }));
  return found.map(([, text]) => text);
}

function readKnown(version: string): ReadonlyMap<string, string | null> {
  try {
    const saved = JSON.parse(readFileSync(FILE, "utf8")) as {
      version: string;
      found: [string, string | null][];
    };
    return new Map(saved.version === version ? saved.found : []);
  } catch {
    return new Map();
  }
}
