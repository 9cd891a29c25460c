import { readdirSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TraceEvent } from "@/lib/core/trace/event";
import { toWire } from "@/lib/core/trace/event";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { arbitrarySession } from "@/lib/testing/drawn/arbitrary-session";
import { CORPUS, hasCorpus, noteMissingCorpus } from "@/lib/testing/corpus/corpus";
import { filesBelow, importPath, runImporter, textFile } from "@/lib/testing/import-file";
import { importSample, sampleText } from "@/lib/testing/samples";
import { chooseImporter } from "../choose";
import { CountingReport } from "../reading/report";
import { nativeEvents } from "./native-events";
import { DEMO_STORIES, demoStory } from "@/lib/demo";

noteMissingCorpus("the export of every session of the corpus");

const SAMPLE = "sightglass-events.jsonl";
const lines = (events: readonly TraceEvent[]) =>
  events.map((event) => `${JSON.stringify(toWire(event))}\n`).join("");

async function read(text: string, name = "export.jsonl") {
  const file = await textFile(name, text);
  expect(chooseImporter(file.sniff)).toEqual({ importer: nativeEvents });
  return runImporter(nativeEvents, [file]);
}

async function comesBack(events: readonly TraceEvent[]): Promise<void> {
  const { sessions, warnings } = await read(lines(events));
  expect([...warnings]).toEqual([]);
  expect([...sessions.values()].flat()).toHaveLength(events.length);
  const ids = new Set(events.map(({ session }) => session));
  for (const id of ids)
    expect(foldSession(sessions.get(id) ?? [])).toEqual(
      foldSession(events.filter(({ session }) => session === id)),
    );
}

describe("what is exported", () => {
  it.each(DEMO_STORIES)("comes back equal: %s", async (name) => {
    await comesBack(demoStory(name));
  });

  it("comes back equal, whatever a session is like", async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitrarySession.filter((events) => events.length > 0),
        (events) => comesBack(events),
      ),
      { numRuns: 25 },
    );
  });

  it("comes back equal from every sample of every format", async () => {
    const folder = path.resolve("lib/importers/samples");
    let compared = 0;
    for (const name of readdirSync(folder, { withFileTypes: true })) {
      if (!name.isFile()) continue;
      const imported = await importPath(path.join(folder, name.name)).catch(() => null);
      for (const events of imported?.sessions.values() ?? []) {
        await comesBack(events);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(20);
  });

  it.skipIf(!hasCorpus)(
    "comes back equal from every third file of the corpus",
    { timeout: 300_000 },
    async () => {
      let compared = 0;
      for (const name of filesBelow(CORPUS).filter((_, i) => i % 3 === 0)) {
        const imported = await importPath(path.join(CORPUS, name)).catch(() => null);
        for (const events of imported?.sessions.values() ?? []) {
          await comesBack(events);
          compared++;
        }
      }
      expect(compared).toBeGreaterThan(13);
    },
  );
});

describe("the product's own events", () => {
  it("are read from lines, from a list, from a batch, and from a single one", async () => {
    const { events } = await importSample(SAMPLE);
    const [first] = events[0] ?? [];
    const wire = sampleText(SAMPLE).trim().split("\n");
    for (const text of [`[${wire.join(",")}]`, `{"events": [${wire.join(",\n")}]}`]) {
      const { sessions, warnings } = await read(text);
      expect([...sessions.values()]).toEqual(events);
      expect([...warnings]).toEqual([]);
    }
    expect([...(await read(wire[0] ?? "")).sessions.values()]).toEqual([[first]]);
  });

  it("are left out one by one where they are none, with the record and the field named", async () => {
    const wire = sampleText(SAMPLE).trim().split("\n");
    const broken = [
      wire[0],
      wire[1]?.replace('"turn":0', '"turn":"first"'),
      "[1]",
      '{"type":"x"}',
      ...wire.slice(2),
    ];
    const messages: string[] = [];
    const file = await textFile("export.jsonl", broken.join("\n"));
    const report = new CountingReport((code, message) => void messages.push(`${code} ${message}`));
    const read: TraceEvent[] = [];
    for await (const event of nativeEvents.convert([file], report)) read.push(event);
    expect(read).toHaveLength(wire.length - 1);
    expect(read.length + messages.length).toBe(broken.length);
    expect(report.records).toEqual({ found: broken.length, named: messages.length });
    expect(messages[0]).toContain("record 2: turn");
  });
});
