import { foldRecording } from "@/lib/core/trace/fold/recording";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { importCorpusEntry } from "./import-corpus";

export async function corpusRecordings(entry: string): Promise<Recording[]> {
  const imported = await importCorpusEntry(entry);
  return imported === null ? [] : [...imported.sessions.values()].map((events) => foldRecording(events));
}
