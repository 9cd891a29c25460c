import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const ROOT = process.cwd();

/** Schemas are checked on the server. In a browser the library would be most of a page's code, and it asks for `eval`. */
const KEPT_OUT = /^zod(?:\/|$)/;

it("what a browser loads has no library of schemas", () => {
  const ways = ["app", "components"].flatMap(filesBelow).filter(isClient).flatMap(wayToKeptOut);
  expect(ways).toEqual([]);
});

/** The modules from a client component to one that imports what is kept out; empty if there is no such way. */
function wayToKeptOut(start: string): string[] {
  const cameFrom = new Map<string, string | null>([[start, null]]);
  for (const [file] of cameFrom)
    for (const name of importsOf(file)) {
      if (KEPT_OUT.test(name)) return [wayTo(file, cameFrom)];
      const next = fileOf(file, name);
      if (next !== null && !cameFrom.has(next)) cameFrom.set(next, file);
    }
  return [];
}

function wayTo(file: string, cameFrom: ReadonlyMap<string, string | null>): string {
  const before = cameFrom.get(file) ?? null;
  return before === null ? file : `${wayTo(before, cameFrom)} > ${file}`;
}

function importsOf(file: string): string[] {
  const text = readFileSync(path.join(ROOT, file), "utf8");
  const standing = [...text.matchAll(/^(?:import|export)\s+(?!type\s)([^;"]*?)from\s+"([^"]+)"/gm)];
  const later = [...text.matchAll(/\bimport\(\s*"([^"]+)"\s*\)/g)];
  return [
    ...standing.flatMap(([, names = "", from = ""]) => (isTypesOnly(names) ? [] : from)),
    ...later.flatMap(([, from = ""]) => from),
  ];
}

function isTypesOnly(names: string): boolean {
  const listed = /^\{([^}]*)\}\s*$/
    .exec(names)?.[1]
    ?.split(",")
    .map((name) => name.trim());
  return listed !== undefined && listed.every((name) => name === "" || name.startsWith("type "));
}

function fileOf(from: string, name: string): string | null {
  if (!name.startsWith("@/") && !name.startsWith(".")) return null;
  const place = name.startsWith("@/") ? name.slice(2) : path.posix.join(path.posix.dirname(from), name);
  const found = [`${place}.tsx`, `${place}.ts`, `${place}/index.ts`, place].find(isFile);
  return found === undefined || !/\.tsx?$/.test(found) ? null : found;
}

function isFile(file: string): boolean {
  const at = path.join(ROOT, file);
  return existsSync(at) && statSync(at).isFile();
}

function isClient(file: string): boolean {
  return readFileSync(path.join(ROOT, file), "utf8").startsWith('"use client"');
}

function filesBelow(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
    .map((name) => `${folder}/${name}`);
}
