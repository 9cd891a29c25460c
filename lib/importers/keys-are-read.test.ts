import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = path.resolve("lib/importers");
const READ = /\b(?:makeKnownKeys|addKnownKeys)\((?:[^()]|\([^()]*\))*\)/g;
const LEFT = /\bleaving\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;

const sources = new Map(
  (readdirSync(ROOT, { recursive: true }) as string[])
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => [name, readFileSync(path.join(ROOT, name), "utf8")] as const),
);

function wordsOf(calls: readonly string[]): Set<string> {
  return new Set(
    calls.flatMap((call) => call.match(/"[^"]*"/g) ?? []).flatMap((text) => text.slice(1, -1).split(" ")),
  );
}

/** Where a reader's keys can be read: its own folder or files and what all readers share; for a shared list, anywhere. */
function readersOf(name: string): string {
  const folder = path.dirname(name);
  const isOwn = (other: string) =>
    folder === "formats"
      ? other.startsWith(name.replace(/(-data)?\.ts$/, ""))
      : path.dirname(other) === folder;
  const isShared = (other: string) => !other.startsWith("formats/");
  return [...sources]
    .filter(([other]) => isShared(name) || isOwn(other) || isShared(other))
    .map(([, source]) => source.replaceAll(LEFT, "").replaceAll(READ, ""))
    .join("\n");
}

function isNamedIn(text: string, key: string): boolean {
  return new RegExp(`(?<![\\w$])${key.replaceAll("$", "\\$")}(?![\\w$])`).test(text);
}

const declaring = [...sources]
  .filter(([, source]) => /\b(?:makeKnownKeys|addKnownKeys)\(/.test(source))
  .map(([name]) => name);

const DECLARED = /(?<=[\s{])"?([\w$]+)"?:\s*field\.(?!left\b|unseen\(\s*field\.left\b)/g;
/** The names of fields and what is said of them: neither reads a field. */
const DECLARATION = /(?<=[\s{])"?[\w$]+"?:\s*field\.|"[^"\n]*"/g;
const RECORDS = /records\.ts$/;

/** Where a declared field is read: in its folder, or in the file whose records these are; those of messages anywhere. */
function readersOfRecords(name: string): string {
  const folder = path.dirname(name);
  const stem = name.replace(/-?records\.ts$/, "");
  const isReader = (other: string) =>
    folder === "messages" || (folder === "formats" ? other.startsWith(stem) : path.dirname(other) === folder);
  return [...sources]
    .filter(([other]) => isReader(other))
    .map(([other, source]) => (RECORDS.test(other) ? source.replaceAll(DECLARATION, "") : source))
    .join("\n");
}

const declared = [...sources].filter(
  ([name, source]) => source.includes("= defineRecord(") && !name.endsWith("record-type.ts"),
);

describe("a field that a record declares", () => {
  it.each(declared)("is read, or is left for a stated reason: %s", (name, source) => {
    const keys = [...source.matchAll(DECLARED)].flatMap(([, key]) => key ?? []);
    const text = readersOfRecords(name);
    expect(keys.filter((key) => !isNamedIn(text, key))).toEqual([]);
  });

  it("is in a file of records, where it is compared with real files", () => {
    expect(declared.map(([name]) => name).filter((name) => !RECORDS.test(name))).toEqual([]);
  });
});

/** Files that still list the keys of a format beside what reads them: declare its records instead (`defineRecord`). */
const LISTS_MAX = 6;

it("no more files list keys by hand than before", () => {
  expect(declaring.length).toBeLessThanOrEqual(LISTS_MAX);
});

describe("a key that a reader knows", () => {
  it.each(declaring)("is read, or is left for a stated reason: %s", (name) => {
    const text = readersOf(name);
    const declared = wordsOf((sources.get(name) ?? "").match(READ) ?? []);
    expect([...declared].filter((key) => !isNamedIn(text, key))).toEqual([]);
  });
});
