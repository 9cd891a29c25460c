import path from "node:path";
import { describe, expect, it } from "vitest";
import { toWire } from "@/lib/core/trace/event";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { parseEvent } from "@/lib/core/trace/parse-event";
import type { CorpusFigure } from "@/lib/testing/corpus/corpus-differences";
import { CORPUS_DIFFERENCES, CORPUS_SPLITS } from "@/lib/testing/corpus/corpus-differences";
import { CORPUS, hasCorpus, noteMissingCorpus } from "@/lib/testing/corpus/corpus";
import { corpusEntries, figuresOf, importCorpusEntry } from "@/lib/testing/corpus/import-corpus";
import { filesBelow, openImportFile } from "@/lib/testing/import-file";
import { IMPORTERS } from "..";

noteMissingCorpus("importers against recorded sessions");

const FIGURES: readonly CorpusFigure[] = [
  "calls",
  "usageCalls",
  "maxInput",
  "toolCalls",
  "repeats",
  "compactions",
];
const entries = hasCorpus ? corpusEntries() : [];

function differenceIn(file: string, session: string, figure: CorpusFigure) {
  return CORPUS_DIFFERENCES.find(
    (known) => known.file === file && (known.session ?? session) === session && known.figure === figure,
  );
}

function together(all: readonly ReturnType<typeof figuresOf>[]): ReturnType<typeof figuresOf> {
  const sum = (figure: "calls" | "usageCalls" | "toolCalls" | "repeats" | "compactions") =>
    all.reduce((total, figures) => total + figures[figure], 0);
  const inputs = all.flatMap(({ maxInput }) => maxInput ?? []);
  return {
    calls: sum("calls"),
    usageCalls: sum("usageCalls"),
    maxInput: inputs.length === 0 ? null : Math.max(...inputs),
    toolCalls: sum("toolCalls"),
    repeats: sum("repeats"),
    compactions: sum("compactions"),
  };
}

describe.skipIf(!hasCorpus)("recorded sessions", () => {
  it.for(entries)("$entry has the figures of the independent count", async ({ entry, rows }) => {
    const imported = await importCorpusEntry(entry);
    if (imported === null) throw new Error("no importer reads this format");
    const sessions = [...imported.sessions.values()].map((events) => foldSession(events));
    const split = CORPUS_SPLITS.find(({ file }) => file === entry);
    if (split !== undefined) expect(sessions).toHaveLength(split.sessions);
    const apart = sessions.map((session) => figuresOf(session));
    const found = split === undefined ? apart : [together(apart)];
    const expected = rows.map(({ file, session, ...counted }) => {
      const known = FIGURES.flatMap((figure) => differenceIn(file, session, figure) ?? []);
      return { ...counted, ...Object.fromEntries(known.map(({ figure, imported: ours }) => [figure, ours])) };
    });
    expect(found).toEqual(expected);
  });

  it("differ from the count only where the list says why", () => {
    const rows = entries.flatMap((entry) => entry.rows);
    for (const { file, session, figure, counted, imported, why } of CORPUS_DIFFERENCES) {
      const row = rows.find((candidate) => candidate.file === file && candidate.session === (session ?? ""));
      expect(row?.[figure], `${figure} of ${file}`).toBe(counted);
      expect(imported).not.toBe(counted);
      expect(why).not.toBe("");
    }
  });

  it.for(entries)("$entry gives valid events, the same ones every time", async ({ entry }) => {
    const imported = await importCorpusEntry(entry);
    if (imported === null) throw new Error("no importer reads this format");
    for (const event of [...imported.sessions.values()].flat()) {
      const parsed = parseEvent(toWire(event));
      expect(parsed.ok ? null : parsed.issue).toBeNull();
    }
    expect(await importCorpusEntry(entry)).toEqual(imported);
  });

  it("are recognised by one importer at most", async () => {
    for (const name of filesBelow(CORPUS)) {
      const { sniff } = await openImportFile(path.join(CORPUS, name), name);
      const claims = IMPORTERS.filter((importer) => importer.recognise(sniff).missing === null);
      expect(claims.map(({ id }) => id).slice(1), name).toEqual([]);
    }
  });
});
