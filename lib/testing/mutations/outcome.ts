import type { TraceEvent } from "@/lib/core/trace/event";
import { toWire } from "@/lib/core/trace/event";
import { parseEvent } from "@/lib/core/trace/parse-event";
import type { Importer } from "@/lib/importers/reading/importer";
import { runImporter, textFile } from "../import-file";

export interface NamedText {
  readonly name: string;
  readonly text: string;
}

export interface ImportOutcome {
  readonly said: string;
  readonly found: number;
  readonly named: number;
  readonly warnings: ReadonlyMap<string, number>;
  readonly refused: readonly unknown[];
}

export async function outcomeOf(importer: Importer, files: readonly NamedText[]): Promise<ImportOutcome> {
  const opened = await Promise.all(files.map(({ name, text }) => textFile(name, text)));
  const { sessions, records, warnings } = await runImporter(importer, opened);
  const events = [...sessions.values()].flat();
  return {
    said: events.map(withoutNames).sort().join("\n"),
    ...records,
    warnings,
    refused: events.flatMap((event) => {
      const parsed = parseEvent(toWire(event));
      return parsed.ok ? [] : [parsed.issue];
    }),
  };
}

function withoutNames(event: TraceEvent): string {
  return JSON.stringify(event, (key, value: unknown) => {
    if (Array.isArray(value) && LISTS_OF_NAMES.has(key)) return value.length;
    return NAMES.has(key) || (key === "turn" && typeof value === "number") ? undefined : value;
  });
}

const NAMES = new Set(["id", "session", "summaryBlock", "turnId"]);
const LISTS_OF_NAMES = new Set(["blocks", "remove"]);
