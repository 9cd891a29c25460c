import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { filesBelow, runImporter, textFile } from "@/lib/testing/import-file";
import type { Subject } from "@/lib/testing/mutations/check";
import { lossesOf, outcomeWith } from "@/lib/testing/mutations/check";
import { withUnknownKeys } from "@/lib/testing/mutations/mutate";
import { fileRecords, valueOf } from "@/lib/testing/mutations/records";
import { Draw } from "@/lib/testing/injected/draw";
import { chooseImporter } from "./choose";

const SAMPLES = path.resolve("lib/importers/samples");
const SEEDS = [1, 2];
const RUNS = 5;

const files = filesBelow(SAMPLES)
  .map((name) => ({ name, text: readFileSync(path.join(SAMPLES, name), "utf8") }))
  .filter(({ text }) => /^\s*[[{]/.test(text));

async function subjectOf(name: string, text: string): Promise<Subject> {
  const { importer } = chooseImporter((await textFile(name, text)).sniff);
  if (importer === null) throw new Error(`${name} is not recognised`);
  return { importer, name, records: fileRecords(text), others: [] };
}

describe.each(files)("$name", ({ name, text }) => {
  it.each(SEEDS)("loses nothing without a word, whatever becomes of its records (seed %i)", async (seed) => {
    const subject = await subjectOf(name, text);
    const whole = await outcomeWith(subject, subject.records.list);
    const draw = new Draw(seed);
    for (let run = 0; run < RUNS; run++) expect(await lossesOf(subject, whole, draw)).toEqual([]);
  });

  it("says the same with keys that nobody knows, wherever they stand", async () => {
    const { importer, records } = await subjectOf(name, text);
    const figuresOf = async (list: readonly unknown[]) => {
      const { sessions } = await runImporter(importer, [await textFile(name, records.write(list))]);
      return [...sessions.values()].map((events) => {
        const { turns, toolCalls, evictions } = foldSession(events);
        return [turns.length, toolCalls, evictions.length];
      });
    };
    const values = records.list.map(valueOf);
    const strange = values.map((record) => withUnknownKeys(record, "zz_unknown"));
    expect(await figuresOf(strange)).toEqual(await figuresOf(values));
  });

  it.each(["type", "role", "status", "kind", "action", "name", "table", "event"])(
    "reads on where each %s is called like a member of every object",
    async (key) => {
      const { importer } = await subjectOf(name, text);
      const pattern = new RegExp(`("${key}"\\s*:\\s*)"[^"\\\\]*"`, "g");
      const renamed = text.replaceAll(pattern, '$1"constructor"');
      const { sessions } = await runImporter(importer, [await textFile(name, renamed)]);
      for (const events of sessions.values()) expect(() => foldSession(events)).not.toThrow();
    },
  );
});
