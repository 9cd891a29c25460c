import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { filesBelow, runImporter, textFile } from "@/lib/testing/import-file";
import { toWire } from "@/lib/core/trace/event";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { parseEvent } from "@/lib/core/trace/parse-event";
import { chooseImporter } from "./choose";

const SAMPLES = path.resolve("lib/importers/samples");
const SHARES = [0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 0.97];

const documents = filesBelow(SAMPLES).flatMap((name) => {
  const text = readFileSync(path.join(SAMPLES, name), "utf8").trimEnd();
  return text.startsWith("{") && isDocument(text) ? [{ name, text }] : [];
});

function isDocument(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function importerOf(name: string, text: string) {
  const { importer } = chooseImporter((await textFile(name, text)).sniff);
  if (importer === null) throw new Error(`${name} is not recognised`);
  return importer;
}

describe.each(documents)("$name, cut off somewhere", ({ name, text }) => {
  it("is read up to the cut, and says that it is cut off", async () => {
    const importer = await importerOf(name, text);
    for (const share of SHARES) {
      const cut = text.slice(0, Math.floor(text.length * share));
      const { sessions, warnings } = await runImporter(importer, [await textFile(name, cut)]);
      expect([...warnings.keys()]).toEqual(
        expect.arrayContaining([expect.stringMatching(/^(?:incomplete_file|broken_file|broken_record)$/)]),
      );
      for (const events of sessions.values()) {
        foldSession(events);
        expect(events.filter((event) => !parseEvent(toWire(event)).ok)).toEqual([]);
      }
    }
  });

  it("keeps turns that the whole has, where most of it is there", async () => {
    const importer = await importerOf(name, text);
    const turnsOf = async (content: string) => {
      const { sessions } = await runImporter(importer, [await textFile(name, content)]);
      return [...sessions.values()].reduce((sum, events) => sum + foldSession(events).turns.length, 0);
    };
    const whole = await turnsOf(text);
    const most = await turnsOf(text.slice(0, -2));
    expect(most).toBeLessThanOrEqual(whole);
    if (whole > 1) expect(most).toBeGreaterThan(0);
  });
});
