import { statSync } from "node:fs";
import path from "node:path";
import type { TraceEvent } from "@/lib/core/trace/event";
import { foldSession } from "@/lib/core/trace/fold/fold";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import type { Session } from "@/lib/core/trace/session";
import { chooseImporter } from "@/lib/importers/choose";
import type { Importer, ImportFile } from "@/lib/importers/reading/importer";
import type { CorpusFigures } from "./corpus";
import { CORPUS, corpusFigures } from "./corpus";
import type { Imported } from "../import-file";
import { filesBelow, openImportFile, runImporter } from "../import-file";

export function corpusEntries(): { entry: string; rows: CorpusFigures[] }[] {
  const byEntry = new Map<string, CorpusFigures[]>();
  for (const row of corpusFigures()) byEntry.set(row.file, [...(byEntry.get(row.file) ?? []), row]);
  return [...byEntry].map(([entry, rows]) => ({ entry, rows }));
}

/** Imports one entry of the corpus, a file with its companions or a folder; `null` if no importer recognises it. */
export async function importCorpusEntry(entry: string): Promise<(Imported & { format: string }) | null> {
  const opened = await openCorpusEntry(entry);
  if (opened === null) return null;
  const { importer, files } = opened;
  return { format: importer.id, ...(await runImporter(importer, files)) };
}

export async function openCorpusEntry(
  entry: string,
): Promise<{ readonly importer: Importer; readonly files: readonly ImportFile[] } | null> {
  const location = path.join(CORPUS, entry);
  const folder = statSync(location).isDirectory() ? location : path.dirname(location);
  const asked = folder === location ? filesBelow(folder) : [path.basename(location)];
  const files = await openAll(folder, asked);
  const importer = files
    .map(({ sniff }) => chooseImporter(sniff).importer)
    .find((candidate) => candidate !== null);
  if (importer === undefined) return null;
  const own = files.filter(({ sniff }) => importer.recognise(sniff).missing === null);
  const others =
    importer.companions === undefined ? [] : filesBelow(folder).filter((name) => !asked.includes(name));
  const siblings = [...files.filter((file) => !own.includes(file)), ...(await openAll(folder, others))];
  const companions = importer.companions?.(own, siblings) ?? [];
  return { importer, files: [...own, ...companions] };
}

function openAll(folder: string, names: readonly string[]): Promise<ImportFile[]> {
  return Promise.all(names.map((name) => openImportFile(path.join(folder, name), name)));
}

export function figuresOf(session: Session): Omit<CorpusFigures, "file" | "session"> {
  const inputs = session.turns.flatMap(({ usage }) => usage?.input ?? []);
  return {
    calls: session.turns.length,
    usageCalls: inputs.length,
    maxInput: inputs.length === 0 ? null : Math.max(...inputs),
    toolCalls: session.toolCalls,
    repeats: session.repeats.length,
    compactions: session.compactions.length,
  };
}

export async function corpusSession(entry: string): Promise<Session> {
  return foldSession(await corpusEvents(entry));
}

export async function corpusRecording(entry: string): Promise<Recording> {
  return foldRecording(await corpusEvents(entry));
}

async function corpusEvents(entry: string): Promise<TraceEvent[]> {
  const imported = await importCorpusEntry(entry);
  const events = imported === null ? undefined : [...imported.sessions.values()][0];
  if (events === undefined) throw new Error(`${entry} was not imported`);
  return events;
}
