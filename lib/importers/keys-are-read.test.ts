import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = path.resolve("lib/importers");
const DECLARATION = /\b(?:keysIn|withKeys)\((?:[^()]|\([^()]*\))*\)/g;

const sources = new Map(
  (readdirSync(ROOT, { recursive: true }) as string[])
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => [name, readFileSync(path.join(ROOT, name), "utf8")] as const),
);
const stated = JSON.parse(readFileSync(path.join(ROOT, "keys-not-read.json"), "utf8")) as Record<
  string,
  readonly string[]
>;

function declaredIn(source: string): Set<string> {
  const literals = (source.match(DECLARATION) ?? []).flatMap((call) => call.match(/"[^"]*"/g) ?? []);
  return new Set(literals.flatMap((text) => text.slice(1, -1).split(" ")));
}

/** Where a reader's keys can be read: its own folder, and what all readers share. */
function readersOf(name: string): string {
  const folder = path.dirname(name);
  const isOwn = (other: string) => other === name || (folder !== "formats" && path.dirname(other) === folder);
  const isShared = (other: string) => !other.startsWith("formats/");
  return [...sources]
    .filter(([other]) => isOwn(other) || isShared(other))
    .map(([, source]) => source.replaceAll(DECLARATION, ""))
    .join("\n");
}

const unread = (name: string) => {
  const text = readersOf(name);
  return [...declaredIn(sources.get(name) ?? "")]
    .filter((key) => !new RegExp(`(?<![\\w$])${key.replaceAll("$", "\\$")}(?![\\w$])`).test(text))
    .sort();
};

describe("a key that a reader knows", () => {
  it.each(Object.keys(stated))("is read in %s, or stands in keys-not-read.json", (name) => {
    expect(sources.has(name), `${name} is no reader: take it out of keys-not-read.json`).toBe(true);
    expect(unread(name)).toEqual(stated[name]);
  });
});
