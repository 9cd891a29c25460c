import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { isRecord } from "@/lib/core/is-record";
import { CORPUS, hasCorpus, noteMissingCorpus } from "@/lib/testing/corpus/corpus";
import type * as knownKeys from "./shared/known-keys";
import type { KnownKeys } from "./shared/known-keys";
import type { RecordType } from "./shared/record-type";

noteMissingCorpus("the declared fields of formats against real files");

const ROOT = path.resolve("lib/importers");
const seen = new Map<KnownKeys, Set<string>>();

/**
 * Every record that a reader looks at for unknown keys is here compared with its declaration, to the last record inside. Modules
 * that other tests have loaded are not those that are watched, so all are loaded anew.
 */
beforeAll(() => {
  vi.resetModules();
  vi.doMock("./shared/known-keys", async (original) => {
    const own = await original<typeof knownKeys>();
    return {
      ...own,
      noteUnknownKeys: (...[record, known, ...rest]: Parameters<typeof own.noteUnknownKeys>) => {
        noteFields(record, known);
        own.noteUnknownKeys(record, known, ...rest);
      },
      listUnknownKeys: (...[record, known, place]: Parameters<typeof own.listUnknownKeys>) => {
        noteFields(record, known);
        return own.listUnknownKeys(record, known, place);
      },
    };
  });
});

afterAll(() => {
  vi.doUnmock("./shared/known-keys");
  vi.resetModules();
});

function noteFields(record: Readonly<Record<string, unknown>>, known: KnownKeys): void {
  if (known.isOf?.(record) === false) return;
  for (const joined of known.joins ?? []) noteFields(record, joined);
  const fields = seen.get(known) ?? new Set();
  seen.set(known, fields);
  for (const [key, value] of Object.entries(record)) {
    fields.add(key);
    const inner = known.inside[key];
    if (inner === undefined) continue;
    for (const held of Array.isArray(value) ? (value as unknown[]) : [value])
      if (isRecord(held)) noteFields(held, inner);
  }
}

async function importAll(root: string): Promise<void> {
  const { filesBelow, openImportFile, runImporter } = await import("@/lib/testing/import-file");
  const { groupFiles } = await import("./group");
  const names = filesBelow(root).filter((name) => !name.endsWith(".md"));
  const opened = await Promise.all(names.map((name) => openImportFile(path.join(root, name), name)));
  for (const { importer, files } of groupFiles(opened).groups) await runImporter(importer, files);
}

/** All records that files of this folder declare, by their names, with those inside fields that are seen. */
async function declaredRecords(): Promise<Map<RecordType, string>> {
  const found = new Map<RecordType, string>();
  const add = (value: unknown, name: string): void => {
    if (!isRecord(value)) return;
    if (!isRecordType(value)) {
      for (const [key, inner] of Object.entries(value)) add(inner, `${name}.${key}`);
      return;
    }
    if (found.has(value)) return;
    found.set(value, name);
    for (const [key, { holds, isUnseen }] of Object.entries(value.fields))
      if (isUnseen !== true) add(holds, `${name}.${key}`);
  };
  for (const file of readdirSync(ROOT, { recursive: true }) as string[]) {
    if (!/records\.ts$/.test(file) || !readFileSync(path.join(ROOT, file), "utf8").includes("defineRecord("))
      continue;
    const exported = (await import(path.join(ROOT, file))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) add(value, `${file}: ${name}`);
  }
  return found;
}

function isRecordType(value: object): value is RecordType {
  return "fields" in value && "of" in value;
}

async function fieldsThat(isListed: (isUnseen: boolean, isThere: boolean) => boolean): Promise<string[]> {
  const records = await declaredRecords();
  expect(records.size).toBeGreaterThan(5);
  return [...records].flatMap(([type, name]) =>
    Object.entries(type.fields).flatMap(([key, { isUnseen = false }]) =>
      isListed(isUnseen, seen.get(type)?.has(key) ?? false) ? [`${name}.${key}`] : [],
    ),
  );
}

it("a field that is declared as never seen stands in no sample", { timeout: 120_000 }, async () => {
  await importAll(path.join(ROOT, "samples"));
  expect(await fieldsThat((isUnseen, isThere) => isUnseen && isThere)).toEqual([]);
});

it.skipIf(!hasCorpus)(
  "every other field stands in a sample or in a real session, and none that is never seen does",
  { timeout: 300_000 },
  async () => {
    await importAll(CORPUS);
    expect(await fieldsThat((isUnseen, isThere) => isUnseen === isThere)).toEqual([]);
  },
);
