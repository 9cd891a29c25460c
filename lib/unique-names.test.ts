import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = process.cwd();
const TYPES = /^export (?:abstract )?(?:type|interface|class|enum) ([A-Z]\w*)/gm;
const VALUES = /^export (?:async )?(?:function\*? |const )(\w+)/gm;
const LINK = /\{@link (\w+)/g;
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
/** A declared endpoint and its entry in the table of routes have the name of the function that answers it. Fixtures are not called. */
const LEFT_OUT = ["lib/api/endpoints/", "lib/routes/", "lib/testing/"];

describe("exported names", () => {
  it("of types are unique in the tree, so that a name says which thing is meant", () => {
    expect(repeatedNames(["lib", "components", "app"].flatMap(sourcesBelow), TYPES)).toEqual([]);
  });

  it("of functions and constants are, too", () => {
    const sources = ["lib", "components"].flatMap(sourcesBelow);
    const own = sources.filter(
      (file) => !/\.test\.tsx?$/.test(file) && !LEFT_OUT.some((folder) => file.startsWith(folder)),
    );
    expect(repeatedNames(own, VALUES)).toEqual([]);
  });
});

describe("comments", () => {
  it("link to names that their file knows, so that a rename takes them along", () => {
    const files = ["lib", "components", "app"].flatMap(sourcesBelow);
    const unknown = files.flatMap((file) => {
      const text = readFileSync(path.join(root, file), "utf8");
      const code = text.replace(COMMENT, "");
      const linked = [...text.matchAll(LINK)].flatMap(([, name = ""]) => name);
      return linked
        .filter((name) => !new RegExp(`\\b${name}\\b`).test(code))
        .map((name) => `${file}: ${name}`);
    });
    expect(unknown).toEqual([]);
  });
});

function repeatedNames(files: readonly string[], exported: RegExp): string[] {
  const places = new Map<string, string[]>();
  for (const file of files)
    for (const name of namesIn(readFileSync(path.join(root, file), "utf8"), exported))
      places.set(name, [...(places.get(name) ?? []), file]);
  const repeated = [...places].filter(([, where]) => where.length > 1);
  return repeated.map(([name, where]) => `${name}: ${where.join(", ")}`);
}

function namesIn(text: string, exported: RegExp): Set<string> {
  return new Set([...text.matchAll(exported)].flatMap((match) => match[1] ?? []));
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "generated" ? [] : sourcesBelow(name);
    return /\.tsx?$/.test(name) ? [name] : [];
  });
}
