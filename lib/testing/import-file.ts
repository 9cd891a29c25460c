import { readdirSync } from "node:fs";
import path from "node:path";
import type { TraceEvent } from "@/lib/core/trace/event";
import { openDiskFile } from "@/lib/pipeline/receive/import/disk-file";
import { chooseImporter } from "@/lib/importers/choose";
import { convertFiles } from "@/lib/importers/convert-files";
import type { Importer, ImportFile } from "@/lib/importers/reading/importer";
import type { RecordCounts } from "@/lib/importers/reading/report";
import { CountingReport } from "@/lib/importers/reading/report";
import { HEAD_CHARS, sniffFile } from "@/lib/importers/reading/sniff";

export function openImportFile(file: string, name = path.basename(file)): Promise<ImportFile> {
  return openDiskFile(file, name);
}

export async function textFile(name: string, text: string): Promise<ImportFile> {
  async function* chunks() {
    await Promise.resolve();
    yield text;
  }
  const isWhole = text.length <= HEAD_CHARS;
  return {
    name,
    sniff: await sniffFile(name, text.slice(0, HEAD_CHARS), isWhole ? undefined : chunks),
    chunks,
  };
}

/**
 * The result of an import: the events of each session, in the order in which the sessions appeared, and the warnings by
 * code.
 */
export interface Imported {
  readonly sessions: Map<string, TraceEvent[]>;
  readonly warnings: Map<string, number>;
  readonly records: RecordCounts;
}

export async function runImporter(importer: Importer, files: readonly ImportFile[]): Promise<Imported> {
  const sessions = new Map<string, TraceEvent[]>();
  const warnings = new Map<string, number>();
  const report = new CountingReport(
    (code, _, count) => void warnings.set(code, (warnings.get(code) ?? 0) + count),
  );
  for await (const event of convertFiles(importer, files, report)) {
    const events = sessions.get(event.session);
    if (events === undefined) sessions.set(event.session, [event]);
    else events.push(event);
  }
  return { sessions, warnings, records: report.records };
}

export async function importPath(file: string): Promise<Imported & { format: string }> {
  const opened = await openImportFile(file);
  const choice = chooseImporter(opened.sniff);
  if (choice.importer === null) throw new Error(`${file}: ${choice.reason}`);
  return { format: choice.importer.id, ...(await runImporter(choice.importer, [opened])) };
}

export function filesBelow(folder: string, prefix = ""): string[] {
  return readdirSync(path.join(folder, prefix), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const name = path.join(prefix, entry.name);
      return entry.isDirectory() ? filesBelow(folder, name) : [name];
    });
}
