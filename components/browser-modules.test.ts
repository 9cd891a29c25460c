import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const ROOT = process.cwd();

/** Schemas are checked on the server. In a browser the library would be most of a page's code, and it asks for `eval`. */
const SCHEMAS = /^zod(?:\/|$)/;
/** Windows and prices of all models: what a page shows of them comes with its answer. */
const MODELS = /\/(?:model-table|models\/table\/[a-z-]+)$/;

it.each([
  ["library of schemas", SCHEMAS],
  ["table of models", MODELS],
])("what a browser loads has no %s", (_, keptOut) => {
  const clients = ["app", "components"].flatMap(filesBelow).filter(isClient);
  expect(clients.flatMap((file) => wayToKeptOut(file, keptOut))).toEqual([]);
});

/** The modules from a client component to one that imports what is kept out; empty if there is no such way. */
function wayToKeptOut(start: string, keptOut: RegExp): string[] {
  const cameFrom = new Map<string, string | null>([[start, null]]);
  for (const [file] of cameFrom)
    for (const name of importsOf(file)) {
      if (keptOut.test(name)) return [wayTo(file, cameFrom)];
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
