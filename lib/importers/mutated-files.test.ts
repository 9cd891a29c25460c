import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toWire } from "@/lib/core/trace/event";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { parseEvent } from "@/lib/core/trace/parse-event";
import { filesBelow, openImportFile, runImporter, textFile } from "@/lib/testing/import-file";
import { chooseImporter } from "./choose";
import type { Importer } from "./reading/importer";

const SAMPLES = path.resolve("lib/importers/samples");
const names = filesBelow(SAMPLES);
const textOf = (name: string) => readFileSync(path.join(SAMPLES, name), "utf8");
const isJson = (name: string) =>
  textOf(name).trimStart().startsWith("{") || textOf(name).trimStart().startsWith("[");

/** A file as the records in its outermost list; one document is one record. */
interface Records {
  readonly list: unknown[];
  readonly write: (list: readonly unknown[]) => string;
}

function recordsIn(name: string): Records {
  const text = textOf(name);
  if (name.endsWith(".jsonl")) {
    const list = text
      .split("\n")
      .filter((line) => line !== "")
      .flatMap(parsed);
    return { list, write: (records) => records.map((record) => JSON.stringify(record)).join("\n") };
  }
  const value = JSON.parse(text) as unknown;
  if (Array.isArray(value)) return { list: value, write: (records) => JSON.stringify(records) };
  return { list: [value], write: (records) => JSON.stringify(records[0] ?? {}) };
}

/** The value of a line; samples have lines that are cut off. */
function parsed(line: string): unknown[] {
  try {
    return [JSON.parse(line) as unknown];
  } catch {
    return [];
  }
}

/** The lists of objects within a value, outermost first. */
function listsIn(value: unknown, depth = 0): Record<string, unknown>[][] {
  if (value === null || typeof value !== "object" || depth > 5) return [];
  const own =
    Array.isArray(value) &&
    value.length > 1 &&
    value.every((item) => item !== null && typeof item === "object");
  return [
    ...(own ? [value as Record<string, unknown>[]] : []),
    ...Object.values(value).flatMap((inner) => listsIn(inner, depth + 1)),
  ];
}

async function importerOf(name: string): Promise<Importer> {
  const { importer } = chooseImporter((await openImportFile(path.join(SAMPLES, name))).sniff);
  if (importer === null) throw new Error(`${name} is not recognised`);
  return importer;
}

async function read(importer: Importer, name: string, text: string) {
  const { sessions, warnings } = await runImporter(importer, [await textFile(name, text)]);
  const events = [...sessions.values()];
  for (const own of events) {
    const refused = own.map((event) => parseEvent(toWire(event))).filter(({ ok }) => !ok);
    expect(refused).toEqual([]);
  }
  return { sessions: events.map((own) => foldSession(own)), events, warnings };
}

/** Keys that no format has, in every object of a value. */
function withUnknownKeys(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return value.map((item) => withUnknownKeys(item, depth + 1));
  if (value === null || typeof value !== "object") return value;
  const inner = Object.entries(value).map(([key, field]) => [
    key,
    ARGUMENTS.has(key) ? field : withUnknownKeys(field, depth + 1),
  ]);
  return { ...Object.fromEntries(inner), zz_unknown: "x" };
}

/** Values that are the content of a call and not a record of the format. */
const ARGUMENTS = new Set([
  "arguments",
  "args",
  "input",
  "parameters",
  "attributes",
  "tools",
  "toolUseResult",
]);

const mutation = fc.record({
  list: fc.nat(40),
  at: fc.nat(40),
  how: fc.constantFrom("drop", "double", "swap", "truncate"),
});

describe.each(names.filter(isJson))("%s", (name) => {
  it("is read to its end with records dropped, doubled, swapped or cut off", async () => {
    const importer = await importerOf(name);
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
        const { list, write } = recordsIn(name);
        for (const { list: which, at, how } of mutations) {
          const lists = listsIn(list);
          const chosen = lists[which % Math.max(1, lists.length)];
          if (chosen === undefined || chosen.length === 0) continue;
          const place = at % chosen.length;
          const record = chosen[place];
          if (how === "drop") chosen.splice(place, 1);
          else if (how === "truncate") chosen.splice(place);
          else if (record !== undefined && how === "double") chosen.splice(place, 0, structuredClone(record));
          else if (record !== undefined) chosen.push(...chosen.splice(place, 1));
        }
        await read(importer, name, write(list));
      }),
      { numRuns: 25 },
    );
  });

  it("says the same with keys that nobody knows", async () => {
    const importer = await importerOf(name);
    const { list, write } = recordsIn(name);
    const plain = await read(importer, name, write(list));
    const strange = await read(importer, name, write(list.map((record) => withUnknownKeys(record))));
    const figures = (sessions: (typeof plain)["sessions"]) =>
      sessions.map(({ turns, toolCalls, evictions }) => [turns.length, toolCalls, evictions.length]);
    expect(figures(strange.sessions)).toEqual(figures(plain.sessions));
  });
});

const LISTS = names.filter((name) => name.endsWith(".jsonl") || textOf(name).trimStart().startsWith("["));

describe.each(LISTS)("each record of %s", (name) => {
  it("is read or named in a warning: one that is of no known kind, and one that is no JSON", async () => {
    const importer = await importerOf(name);
    const { list, write } = recordsIn(name);
    const before = await read(importer, name, write(list));
    const said = (warnings: ReadonlyMap<string, number>) =>
      [...warnings.values()].reduce((sum, n) => sum + n, 0);
    for (const strange of [{ type: "zz_unknown", content: "words that must not vanish" }, { zz: 1 }]) {
      const mixed = await read(importer, name, write([...list.slice(0, -1), strange, ...list.slice(-1)]));
      const isShown = JSON.stringify(mixed.events).length > JSON.stringify(before.events).length;
      expect([strange, isShown || said(mixed.warnings) > said(before.warnings)]).toEqual([strange, true]);
    }
    if (!name.endsWith(".jsonl")) return;
    const broken = await read(importer, name, `${write(list)}\n{"cut": "of`);
    expect(said(broken.warnings)).toBeGreaterThan(said(before.warnings));
  });
});
