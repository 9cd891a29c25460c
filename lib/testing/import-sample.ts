import path from "node:path";
import type { TraceEvent } from "@/lib/core/trace/event";
import { foldSession } from "@/lib/core/trace/fold/fold";
import type { Session } from "@/lib/core/trace/session";
import { IMPORTERS } from "@/lib/importers/index";
import { openImportFile, runImporter } from "./import-file";

const SAMPLES = path.resolve("lib/importers/samples");

/** What an importer makes of a sample: its sessions folded, their events, and the warnings by code. */
export interface ImportedSample {
  readonly format: string;
  readonly sessions: Session[];
  readonly events: TraceEvent[][];
  readonly warnings: Record<string, number>;
}

/**
 * Recognises sample files and converts them together, in the order given.
 * @throws Error when not exactly one importer recognises the first of them
 */
export async function importSample(...names: string[]): Promise<ImportedSample> {
  const files = await Promise.all(names.map((name) => openImportFile(path.join(SAMPLES, name), name)));
  const claims = IMPORTERS.filter(
    (importer) => files[0] && importer.recognise(files[0].sniff).missing === null,
  );
  const [importer] = claims;
  if (importer === undefined || claims.length > 1) {
    throw new Error(`${names[0]} is recognised by: ${claims.map(({ id }) => id).join(", ") || "none"}`);
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
