import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toWire } from "@/lib/core/trace/event";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { parseEvent } from "@/lib/core/trace/parse-event";
import { filesBelow, openImportFile, runImporter, textFile } from "@/lib/testing/import-file";
import { chooseImporter } from "./choose";

const SAMPLES = path.resolve("lib/importers/samples");

const damage = fc.record({
  steps: fc.array(fc.nat(50), { minLength: 1, maxLength: 7 }),
  value: fc.constantFrom(undefined, null, 0, -1.5, "", "text", "2026-01-01T00:00:00", [], [null], {}, true),
});

describe.each(filesBelow(SAMPLES))("a damaged %s", (name) => {
  it("is converted as far as it goes: nothing throws, and every event is valid", async () => {
    const { importer } = chooseImporter((await openImportFile(path.join(SAMPLES, name))).sniff);
    if (importer === null) throw new Error(`${name} is not recognised`);
    const isLines = name.endsWith(".jsonl");
    const records = recordsIn(name, isLines);
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (damages) => {
        const damaged = structuredClone(records);
        for (const { steps, value } of damages) spoil(damaged, steps, value);
        const text = isLines
          ? damaged.map((record) => JSON.stringify(record ?? null)).join("\n")
          : JSON.stringify(damaged[0] ?? null);
        const { sessions } = await runImporter(importer, [await textFile(name, text)]);
        for (const events of sessions.values()) {
          foldSession(events);
          const refused = events.map((event) => parseEvent(toWire(event))).filter(({ ok }) => !ok);
          expect(refused).toEqual([]);
        }
      }),
      { numRuns: process.env.QUICK === undefined ? 60 : 2 },
    );
  });
});

function recordsIn(name: string, isLines: boolean): unknown[] {
  const text = readFileSync(path.join(SAMPLES, name), "utf8");
  const parts = isLines ? text.split("\n").filter((line) => line !== "") : [text];
  return parts.flatMap((part) => {
    try {
      return [JSON.parse(part) as unknown];
    } catch {
      return [];
    }
  });
}

function spoil(root: unknown, steps: readonly number[], value: unknown): void {
  let node = root;
  for (const [i, step] of steps.entries()) {
    if (node === null || typeof node !== "object") return;
    const holder = node as Record<string, unknown>;
    const keys = Object.keys(holder);
    const key = keys[step % Math.max(1, keys.length)];
    if (key === undefined) return;
    const next = holder[key];
    if (i < steps.length - 1 && next !== null && typeof next === "object") node = next;
    else {
      holder[key] = structuredClone(value);
      return;
    }
  }
}
