import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = path.resolve("lib/importers");
const sources = new Map(
  (readdirSync(ROOT, { recursive: true }) as string[])
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => [name, readFileSync(path.join(ROOT, name), "utf8")] as const),
);

function isNamedIn(text: string, key: string): boolean {
  return new RegExp(`(?<![\\w$])${key.replaceAll("$", "\\$")}(?![\\w$])`).test(text);
}

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

/** Where keys become known: by the declaration of a record, and where several are known at once. */
const KNOWN = /^shared\/(record-type|known-keys)\.ts$/;

it("no file lists the keys of a format beside what reads them: a record declares them", () => {
  const listing = [...sources].filter(
    ([name, source]) => !KNOWN.test(name) && /\bkeys:\s*new Set\b|\w+Keys\(\s*["'`]/.test(source),
  );
  expect(listing.map(([name]) => name)).toEqual([]);
});
