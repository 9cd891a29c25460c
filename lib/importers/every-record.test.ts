import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { filesBelow, textFile } from "@/lib/testing/import-file";
import { fileRecords, isBookkeeping } from "@/lib/testing/mutations/records";
import { outcomeOf } from "@/lib/testing/mutations/outcome";
import { chooseImporter } from "./choose";
import type { Importer } from "./reading/importer";

const SAMPLES = path.resolve("lib/importers/samples");

async function importerOf(name: string, text: string): Promise<Importer> {
  const { importer } = chooseImporter((await textFile(name, text)).sniff);
  if (importer === null) throw new Error(`${name} is not recognised`);
  return importer;
}

const files = filesBelow(SAMPLES)
  .map((name) => ({ name, text: readFileSync(path.join(SAMPLES, name), "utf8") }))
  .filter(({ text }) => /^\s*[[{]/.test(text))
  .map(({ name, text }) => ({ name, text, parts: fileRecords(text) }))
  .filter(({ parts }) => !parts.isOne && parts.list.length > 1);

describe.each(files)("the records of $name", ({ name, text, parts: { list: records, write } }) => {
  it("are all read or named in a warning: none vanishes without a trace", async () => {
    const importer = await importerOf(name, text);
    const whole = await outcomeOf(importer, [{ name, text: write(records) }]);
    const vanished: string[] = [];
    for (const [i, record] of records.entries()) {
      const without = await outcomeOf(importer, [{ name, text: write(records.toSpliced(i, 1)) }]);
      const isRead = without.said !== whole.said;
      const isNamed = without.named < whole.named;
      if (!isRead && !isNamed && !isBookkeeping(importer.id, record)) vanished.push(shown(i, record));
    }
    expect(vanished).toEqual([]);
  });

  it("are counted, each once, whatever is doubled, moved, cut off or strange among them", async () => {
    const importer = await importerOf(name, text);
    const { found: all } = await outcomeOf(importer, [{ name, text: write(records) }]);
    const middle = records.length >> 1;
    const strange = [{ type: "zz_unknown", zz: "words" }, 7];
    for (const changed of [
      records,
      records.slice(0, middle),
      records.toSpliced(middle, 0, records[middle]),
      [...records.slice(middle), ...records.slice(0, middle)],
      records.toSpliced(middle, 0, ...strange),
    ]) {
      const { found, named } = await outcomeOf(importer, [{ name, text: write(changed) }]);
      expect(found - all).toBe(changed.length - records.length);
      expect(named).toBeLessThanOrEqual(found);
      if (changed.includes(7)) expect(named).toBeGreaterThanOrEqual(1);
    }
  });
});

function shown(i: number, record: unknown): string {
  return `${i}: ${(typeof record === "string" ? record : JSON.stringify(record)).slice(0, 160)}`;
}
