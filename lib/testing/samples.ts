import { readFileSync } from "node:fs";
import path from "node:path";
import type { TraceEvent } from "@/lib/core/trace/event";
import { foldSession } from "@/lib/core/trace/fold/fold";
import type { Session } from "@/lib/core/trace/session";
import { IMPORTERS } from "@/lib/importers";
import type { ImportFile } from "@/lib/importers/reading/importer";
import { runImporter, textFile } from "./import-file";

const FOLDER = path.resolve("lib/importers/samples");

export function sampleText(name: string): string {
  return readFileSync(path.join(FOLDER, name), "utf8");
}

/** A hand-written sample in the form that importers read. `name` may put it into a folder. */
export async function openSample(sample: string, name = sample): Promise<ImportFile> {
  return textFile(name, sampleText(sample));
}

export interface ImportedSample {
  readonly format: string;
  readonly sessions: Session[];
  readonly events: TraceEvent[][];
  readonly warnings: Record<string, number>;
}

/**
 * Converts them together, in the given order.
 * @throws Error unless exactly one importer recognises the first of them
 */
export async function importSample(first: string, ...others: string[]): Promise<ImportedSample> {
  const files = await Promise.all([first, ...others].map((name) => openSample(name)));
  const claims = IMPORTERS.filter(
    (importer) => files[0] && importer.recognise(files[0].sniff).missing === null,
  );
  const [importer] = claims;
  if (importer === undefined || claims.length > 1) {
    throw new Error(`${first} is recognised by: ${claims.map(({ id }) => id).join(", ") || "none"}`);
  }
  const { sessions, warnings } = await runImporter(importer, files);
  const events = [...sessions.values()];
  return {
    format: importer.id,
    sessions: events.map((e) => foldSession(e)),
    events,
    warnings: Object.fromEntries(warnings),
  };
}
