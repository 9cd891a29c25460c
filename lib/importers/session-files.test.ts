import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TraceEvent } from "@/lib/core/trace/event";
import { toWire } from "@/lib/core/trace/event";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { parseEvent } from "@/lib/core/trace/parse-event";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { sampleText } from "@/lib/testing/samples";
import { chooseImporter } from "./choose";
import type { Importer } from "./reading/importer";
import { claudeCode } from "./formats/claude-code";
import { openclaw } from "./formats/pi/openclaw";
import { pi } from "./formats/pi/pi";

const SESSION_FILES: readonly (readonly [string, Importer])[] = [
  ["claude-code.jsonl", claudeCode],
  ["claude-code-agent.jsonl", claudeCode],
  ["pi.jsonl", pi],
  ["openclaw.jsonl", openclaw],
  ["openclaw-child.jsonl", openclaw],
];

async function eventsOf(importer: Importer, text: string): Promise<TraceEvent[]> {
  const { sessions } = await runImporter(importer, [await textFile("session.jsonl", text)]);
  return [...sessions.values()].flat();
}
const linesOf = (sample: string) =>
  sampleText(sample)
    .replaceAll('}{"type"', '}\n{"type"')
    .split("\n")
    .filter((line) => line.endsWith("}"));

const anything = fc.oneof(
  fc.constant(undefined),
  fc.constant(null),
  fc.constant(-1),
  fc.constant(1e300),
  fc.constant(9e15),
  fc.constant("x".repeat(1_500)),
  fc.constant(""),
  fc.constant("\ud800"),
  fc.constant([]),
  fc.constant([null, 1, "x", {}]),
  fc.constant({ type: "text" }),
  fc.jsonValue(),
);

function spoil(record: unknown, picks: readonly number[], value: unknown): unknown {
  if (record === null || typeof record !== "object" || Object.keys(record).length === 0) return value;
  const keys = Object.keys(record);
  const [pick = 0, ...rest] = picks;
  const key = keys[pick % keys.length] ?? "";
  const inner = (record as Record<string, unknown>)[key];
  const spoiled = rest.length > 0 ? spoil(inner, rest, value) : value;
  return Array.isArray(record)
    ? record.map((item, i) => (String(i) === key ? spoiled : (item as unknown)))
    : { ...record, [key]: spoiled };
}

describe.each(SESSION_FILES)("%s", (sample, importer) => {
  it("is recognised by its content, whatever it is called", async () => {
    const { sniff } = await textFile("export.txt", sampleText(sample));
    expect(chooseImporter(sniff)).toMatchObject({ importer: { id: importer.id } });
  });

  it("gives valid events, the same ones every time", async () => {
    const events = await eventsOf(importer, sampleText(sample));
    for (const event of events) expect(parseEvent(toWire(event))).toMatchObject({ ok: true });
    expect(await eventsOf(importer, sampleText(sample))).toEqual(events);
    // The windows of samples are small, so that a compaction of them contradicts the model's table.
    const doubts = foldSession(events).warnings.filter(({ code }) => code !== "window_contradicted");
    expect(doubts).toEqual([]);
  });

  it("gives the same calls when it has grown", async () => {
    const lines = linesOf(sample);
    const turns = (events: readonly TraceEvent[]) => events.filter(({ type }) => type === "turn.recorded");
    const whole = turns(await eventsOf(importer, lines.join("\n")));
    for (let length = 1; length < lines.length; length++) {
      const settled = turns(await eventsOf(importer, lines.slice(0, length).join("\n"))).slice(0, -1);
      expect(settled).toEqual(whole.slice(0, settled.length));
    }
  });

  it("is read on past records of an unknown kind, each of which is counted in a warning", async () => {
    const strange = '{"type":"hologram","message":{"content":"hi"}}';
    const idle = '{"type":"heartbeat"}';
    const text = [...linesOf(sample), strange, idle, strange].join("\n");
    const { sessions, warnings } = await runImporter(importer, [await textFile("session.jsonl", text)]);
    expect(warnings.get("unknown_record")).toBe(3);
    expect([...sessions.values()].flat()).toEqual(await eventsOf(importer, linesOf(sample).join("\n")));
  });

  it("is read to the end whatever stands in its fields", async () => {
    const records = linesOf(sample).map((line) => JSON.parse(line) as unknown);
    const picks = fc.array(fc.nat(20), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(100), picks, anything), { maxLength: 4 }),
        async (changes) => {
          const spoiled = [...records];
          for (const [at, path, value] of changes) {
            const place = at % spoiled.length;
            spoiled[place] = spoil(spoiled[place], path, value);
          }
          const text = spoiled.map((record) => JSON.stringify(record) ?? "").join("\n");
          const events = await eventsOf(importer, text);
          for (const event of events) {
            const parsed = parseEvent(toWire(event));
            expect(parsed.ok ? null : parsed.issue).toBeNull();
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
