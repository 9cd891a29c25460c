import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = process.cwd();
/** What agents install is a separate program with names for its users. */
const LEFT_OUT: ReadonlySet<string> = new Set(["lib/client"]);

describe("exported type names", () => {
  it("are unique in the tree, so that a name says which thing is meant", () => {
    const places = new Map<string, string[]>();
    for (const file of ["lib", "components", "app"].flatMap(sourcesBelow))
      for (const name of exportedTypes(readFileSync(path.join(root, file), "utf8")))
        places.set(name, [...(places.get(name) ?? []), file]);
    const repeated = [...places].filter(([, files]) => files.length > 1);
    expect(repeated.map(([name, files]) => `${name}: ${files.join(", ")}`)).toEqual([]);
  });
});

function exportedTypes(text: string): string[] {
  const names = text.matchAll(/^export (?:abstract )?(?:type|interface|class|enum) ([A-Z]\w*)/gm);
  return [...new Set([...names].flatMap((match) => match[1] ?? []))];
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return LEFT_OUT.has(name) || entry.name === "generated" ? [] : sourcesBelow(name);
    return /\.tsx?$/.test(name) ? [name] : [];
  });
}
