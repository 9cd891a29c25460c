import { existsSync } from "node:fs";
import path from "node:path";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import type { TraceEvent } from "@/lib/core/trace/event";
import { recordingOf } from "@/lib/core/trace/recording";
import type { Recording } from "@/lib/core/trace/recording";
import { database } from "@/lib/db/client";
import { readRecording } from "@/lib/pipeline/derive/read-recording";
import { chooseImporter } from "@/lib/importers/choose";
import { diskFile } from "@/lib/pipeline/receive/import/disk-file";
import { findSession } from "@/lib/queries/find-session";

/** A session of the database by its id, or the longest one of a file. @throws Error when there is none */
export async function readSession(place: string): Promise<Recording> {
  if (existsSync(place)) return readFile(place);
  const db = database();
  try {
    return await readRecording(db, await findSession(db, DEFAULT_PROJECT, place));
  } finally {
    await db.$disconnect();
  }
}

async function readFile(place: string): Promise<Recording> {
  const file = await diskFile(place, path.basename(place));
  const { importer } = chooseImporter(file.sniff);
  if (importer === null) throw new Error(`${place} is no session that an importer recognises`);
  const sessions = new Map<string, TraceEvent[]>();
  for await (const event of importer.convert([file], { warn: () => undefined })) {
    const events = sessions.get(event.session) ?? [];
    events.push(event);
    sessions.set(event.session, events);
  }
  const recordings = [...sessions.values()].map((events) => recordingOf(events));
  const longest = recordings.sort((a, b) => b.session.turns.length - a.session.turns.length)[0];
  if (longest === undefined) throw new Error(`${place} holds no session`);
  return longest;
}
