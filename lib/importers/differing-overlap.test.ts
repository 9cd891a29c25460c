import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { TraceEvent } from "@/lib/core/trace/event";
import { joinVariant } from "@/lib/core/trace/merge/join-variant";
import { filesBelow, runImporter, textFile } from "@/lib/testing/import-file";
import { fileRecords, valueOf } from "@/lib/testing/mutations/records";
import { chooseImporter } from "./choose";

const SAMPLES = path.resolve("lib/importers/samples");
const MARK = "zzmark";

type Place = readonly (string | number)[];
type Sessions = ReadonlyMap<string, readonly TraceEvent[]>;

function sentencesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value === "string") return value.length >= 6 && value.includes(" ") ? [at] : [];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) => sentencesIn(inner, [...at, key]));
}

function saidOtherwise(value: unknown, [key, ...rest]: Place): unknown {
  if (key === undefined) return `${MARK} ${String(value)}`;
  if (Array.isArray(value))
    return value.map((inner, i) => (i === Number(key) ? saidOtherwise(inner, rest) : (inner as unknown)));
  const fields = value as Record<string, unknown>;
  return { ...fields, [key]: saidOtherwise(fields[key], rest) };
}

function textsIn(events: readonly TraceEvent[]): Set<string> {
  const texts = new Set<string>();
  JSON.stringify(events, (key, value: unknown) => {
    if ((key === "content" || key === "text") && typeof value === "string") texts.add(value);
    return value;
  });
  return texts;
}

async function readerOf(name: string, text: string) {
  const { sniff } = await textFile(name, text);
  const { importer } = chooseImporter(sniff);
  if (importer === null) throw new Error(`${name} is not recognised`);
  const { list, write, isOne } = fileRecords(text);
  const records = list.map(valueOf);
  return {
    records,
    common: isOne ? records : records.slice(0, Math.ceil((records.length * 2) / 3)),
    read: async (some: readonly unknown[]): Promise<Sessions> =>
      (await runImporter(importer, [await textFile(name, write(some))])).sessions,
    isGuessed: (session: string) => importer.guessesSessions === true || session.includes(sniff.fingerprint),
  };
}

function faultsOf(stored: readonly TraceEvent[], fresh: readonly TraceEvent[], isGuessed: boolean): string[] {
  const { other, events, differing, added } = joinVariant(stored, fresh, isGuessed);
  if (other !== null) return [];
  const joined = [...new Map([...stored, ...events].map((event) => [event.id, event])).values()];
  const texts = textsIn(joined);
  return [
    ...(differing + added > 0 ? [] : ["nothing is told"]),
    ...(JSON.stringify(joined).includes(MARK) ? [] : ["what is new is lost"]),
    ...[...textsIn(stored)]
      .filter((text) => !texts.has(text))
      .map((text) => `what was stored is lost: ${text}`),
  ];
}

const files = filesBelow(SAMPLES)
  .map((name) => ({ name, text: readFileSync(path.join(SAMPLES, name), "utf8") }))
  .filter(({ text }) => /^\s*[[{]/.test(text));

describe.each(files)("a longer export of $name that says one thing otherwise", ({ name, text }) => {
  it("is told of, and neither word is lost, whichever record it is", async () => {
    const { records, common, read, isGuessed } = await readerOf(name, text);
    const stored = await read(common);
    const wrong: string[] = [];
    for (const [i, record] of common.entries()) {
      const place = sentencesIn(record)[i % Math.max(1, sentencesIn(record).length)];
      if (place === undefined) continue;
      const changed = saidOtherwise(record, place);
      const alone = await read(common.with(i, changed));
      for (const [session, fresh] of await read(records.with(i, changed))) {
        const before = stored.get(session);
        const isShared = JSON.stringify(alone.get(session) ?? []).includes(MARK);
        if (before === undefined || !isShared || isSaidElsewhere(before, fresh)) continue;
        const faults = faultsOf(before, fresh, isGuessed(session));
        wrong.push(...faults.map((fault) => `${i} ${place.join(".")}: ${fault}`));
      }
    }
    expect(wrong).toEqual([]);
  });
});

function isSaidElsewhere(stored: readonly TraceEvent[], fresh: readonly TraceEvent[]): boolean {
  const texts = textsIn(fresh);
  return [...textsIn(stored)].every((text) => texts.has(text));
}
