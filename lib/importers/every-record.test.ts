import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { TraceEvent } from "@/lib/core/trace/event";
import { filesBelow, runImporter, textFile } from "@/lib/testing/import-file";
import { chooseImporter } from "./choose";
import type { Importer } from "./reading/importer";

const SAMPLES = path.resolve("lib/importers/samples");

/** Records that a format keeps for its harness alone, or that hold others together: nothing in them is seen by a model only there. */
const BOOKKEEPING: Readonly<Record<string, RegExp>> = {
  claude_code: /"type":"(progress|file-history-snapshot|queue-operation|mode|system|last-prompt)"/,
  pi: /"type":"(thinking_level_change|model_change|custom|label)"/,
  openclaw: /"type":"(thinking_level_change|model_change|custom|label)"/,
  codex_rollout: /"type":"(event_msg|turn_context|session_meta|world_state)"/,
  gemini_cli_session: /"type":"info"/,
  langfuse_trace: /"name":"(handle-message|ai\.streamText)"/,
  langsmith_runs: /"run_type":"chain"/,
  openhands_v1_events: /"kind":"CondensationRequest"/,
  otel_sdk_spans: /"name":"ai\.(generateText|toolCall)"/,
  roo_code: /"say":"completion_result"/,
};

/** Where the list is that a document is made of. */
const LISTS = ["messages", "trajectory", "observations", "steps", "samples", "simulations", "interactions"];

/** A file as its records, and as text again with others in their place. */
interface Parts {
  readonly records: readonly unknown[];
  readonly write: (records: readonly unknown[]) => string;
}

/** Two records on a line are two records. */
function partsOf(content: string): Parts {
  const text = content.replaceAll('}{"type"', '}\n{"type"');
  if (text.trimStart().startsWith("["))
    return { records: JSON.parse(text) as unknown[], write: JSON.stringify };
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const whole = documentIn(text);
  if (whole === null)
    return {
      records: lines,
      write: (records) =>
        records.map((record) => (typeof record === "string" ? record : JSON.stringify(record))).join("\n"),
    };
  const key = LISTS.find((name) => Array.isArray(whole[name]));
  if (key === undefined || "context_window" in whole)
    return { records: [whole], write: ([only]) => JSON.stringify(only ?? {}) };
  return {
    records: whole[key] as unknown[],
    write: (records) => JSON.stringify({ ...whole, [key]: records }),
  };
}

function documentIn(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

async function importerOf(name: string, text: string): Promise<Importer> {
  const { importer } = chooseImporter((await textFile(name, text)).sniff);
  if (importer === null) throw new Error(`${name} is not recognised`);
  return importer;
}

/** Everything that an import tells, without names that only follow from where a record stands. */
async function told(importer: Importer, name: string, text: string) {
  const { sessions, records } = await runImporter(importer, [await textFile(name, text)]);
  const events = [...sessions.values()].flat().map(withoutNames);
  return { said: events.sort().join("\n"), ...records };
}

function withoutNames(event: TraceEvent): string {
  return JSON.stringify(event, (key, value: unknown) => {
    if (Array.isArray(value) && LISTS_OF_NAMES.has(key)) return value.length;
    return NAMES.has(key) || (key === "turn" && typeof value === "number") ? undefined : value;
  });
}

const NAMES = new Set(["id", "session", "summaryBlock", "turnId"]);
const LISTS_OF_NAMES = new Set(["blocks", "remove"]);

/** The files whose records can be told apart: not the ones that are one record, and not those in YAML. */
const files = filesBelow(SAMPLES)
  .map((name) => ({ name, text: readFileSync(path.join(SAMPLES, name), "utf8") }))
  .filter(({ text }) => /^\s*[[{]/.test(text))
  .map(({ name, text }) => ({ name, text, parts: partsOf(text) }))
  .filter(({ parts }) => parts.records.length > 1);

describe.each(files)("the records of $name", ({ name, text, parts: { records, write } }) => {
  it("are all read or named in a warning: none vanishes without a trace", async () => {
    const importer = await importerOf(name, text);
    const whole = await told(importer, name, write(records));
    const vanished: string[] = [];
    for (const [i, record] of records.entries()) {
      const without = await told(importer, name, write(records.toSpliced(i, 1)));
      const isRead = without.said !== whole.said;
      const isNamed = without.named < whole.named;
      if (!isRead && !isNamed && !isBookkeeping(importer, record)) vanished.push(shown(i, record));
    }
    expect(vanished).toEqual([]);
  });

  it("are counted, each once, whatever is doubled, moved, cut off or strange among them", async () => {
    const importer = await importerOf(name, text);
    const { found: all } = await told(importer, name, write(records));
    const middle = records.length >> 1;
    const strange = [{ type: "zz_unknown", zz: "words" }, 7];
    for (const changed of [
      records,
      records.slice(0, middle),
      records.toSpliced(middle, 0, records[middle]),
      [...records.slice(middle), ...records.slice(0, middle)],
      records.toSpliced(middle, 0, ...strange),
    ]) {
      const { found, named } = await told(importer, name, write(changed));
      expect(found - all).toBe(changed.length - records.length);
      expect(named).toBeLessThanOrEqual(found);
      if (changed.includes(7)) expect(named).toBeGreaterThanOrEqual(1);
    }
  });
});

function shown(i: number, record: unknown): string {
  return `${i}: ${(typeof record === "string" ? record : JSON.stringify(record)).slice(0, 160)}`;
}

function isBookkeeping({ id }: Importer, record: unknown): boolean {
  const text = typeof record === "string" ? record.replaceAll('": ', '":') : JSON.stringify(record);
  return BOOKKEEPING[id]?.test(text) ?? false;
}
