import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isRecord } from "@/lib/core/is-record";
import { CORPUS, hasCorpus, noteMissingCorpus } from "@/lib/testing/corpus/corpus";
import { filesBelow, openImportFile, runImporter, textFile } from "@/lib/testing/import-file";
import { fileRecords, valueOf } from "@/lib/testing/mutations/records";
import { chooseImporter } from "./choose";
import { groupFiles } from "./group";

noteMissingCorpus("the keys of every session of the corpus");

const SAMPLES = path.resolve("lib/importers/samples");
const NOTE = "zz_note";

const files = filesBelow(SAMPLES)
  .map((name) => ({ name, text: readFileSync(path.join(SAMPLES, name), "utf8") }))
  .filter(({ text }) => /^\s*[[{]/.test(text));

async function unknownKeysIn(name: string, text: string, importedAs?: string): Promise<string[]> {
  const file = await textFile(name, text);
  const { importer } = chooseImporter(file.sniff, importedAs);
  if (importer === null) throw new Error(`${name} is not recognised`);
  const { warnings } = await runImporter(importer, [file]);
  return [...warnings.keys()].filter((code) => code.startsWith("unknown_key"));
}

function noted(value: unknown): { place: string; copy: unknown }[] {
  const places = new Map<string, (string | number)[]>();
  const walk = (node: unknown, way: (string | number)[]): void => {
    if (Array.isArray(node)) for (const [i, inner] of node.entries()) walk(inner, [...way, i]);
    if (!isRecord(node)) return;
    const place = way.map((step) => (typeof step === "number" ? "" : step)).join(".");
    if (isMessage(node) || isPart(node, way)) places.set(place, places.get(place) ?? way);
    const isCall = String(node.type).includes("tool");
    for (const [key, inner] of Object.entries(node))
      if (!NOT_MESSAGES.has(key) && !(isCall && key === "input")) walk(inner, [...way, key]);
  };
  walk(value, []);
  return [...places].map(([place, way]) => {
    const copy = structuredClone(value);
    const target = way.reduce<unknown>((node, key) => (node as Record<string | number, unknown>)[key], copy);
    Object.assign(target as object, { [NOTE]: { words: "that nobody reads" } });
    return { place, copy };
  });
}

const NOT_MESSAGES = new Set([
  ...["toolUseResult", "data", "raw_data", "outputs", "call", "attributes", "tools", "details", "extra"],
]);

function isMessage({ role, content, parts, tool_calls: calls }: Record<string, unknown>): boolean {
  return typeof role === "string" && [content, parts, calls].some((held) => held !== undefined);
}

function isPart(node: Record<string, unknown>, way: readonly (string | number)[]): boolean {
  const list = way.at(-2);
  return (
    (list === "content" || list === "parts") && (typeof node.text === "string" || node.type === "tool_use")
  );
}

describe.each(files)("the messages of $name", ({ name, text }) => {
  const { list, write } = fileRecords(text);
  const records = list.map(valueOf);

  it("have no key that is not known", async () => {
    expect(await unknownKeysIn(name, text)).toEqual([]);
  });

  it("have a key named that nobody knows, wherever it stands", async () => {
    const unnamed: string[] = [];
    for (const [i, record] of records.entries())
      for (const { place, copy } of noted(record)) {
        const codes = await unknownKeysIn(name, write(records.with(i, copy)));
        if (!codes.some((code) => code.endsWith(NOTE))) unnamed.push(`${i}: ${place}`);
      }
    expect(unnamed).toEqual([]);
  });
});

it.skipIf(!hasCorpus)("no real session has a key that is not known", { timeout: 300_000 }, async () => {
  const names = filesBelow(CORPUS).filter((name) => !name.endsWith(".md"));
  const opened = await Promise.all(names.map((name) => openImportFile(path.join(CORPUS, name), name)));
  const { groups } = groupFiles(opened);
  expect(groups.length).toBeGreaterThan(20);
  const unknown: string[] = [];
  for (const { importer, files: own } of groups) {
    const { warnings } = await runImporter(importer, own);
    for (const code of warnings.keys())
      if (code.startsWith("unknown_key")) unknown.push(`${own[0]?.name}: ${code}`);
  }
  expect(unknown).toEqual([]);
});
