import { existsSync } from "node:fs";
import path from "node:path";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import type { TraceEvent } from "@/lib/core/trace/event";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { parseEvent } from "@/lib/core/trace/parse-event";
import { getDatabase } from "@/lib/db/client";
import { readRecording } from "@/lib/db/recordings/read-recording";
import { AppError } from "@/lib/errors";
import { chooseImporter } from "@/lib/importers/choose";
import { openDiskFile } from "@/lib/pipeline/receive/import/disk-file";
import { findSession } from "@/lib/queries/reading/find-session";
import type { Remote } from "../remote/remote";
import { askRemote, RemoteError, readRemoteOf } from "../remote/remote";
import { makeUnheardReport } from "@/lib/importers/reading/report";

/**
 * By its id in the database, or the longest session of a file.
 * @throws Error when there is none
 */
export async function readSession(place: string): Promise<Recording> {
  if (existsSync(place)) return readFile(place);
  const remote = readRemoteOf();
  if (remote !== null) return readRemote(remote, place);
  const db = getDatabase();
  try {
    return await readRecording(db, await findSession(db, DEFAULT_PROJECT, place));
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") throw new Error(describeNoSession(place));
    throw error;
  } finally {
    await db.$disconnect();
  }
}

function describeNoSession(place: string): string {
  return `There is neither a file nor a session ${place}.`;
}

async function readRemote(remote: Remote, place: string): Promise<Recording> {
  const path = `/api/v1/sessions/${encodeURIComponent(place)}/export`;
  const response = await askRemote(remote, path).catch((error: unknown) => {
    if (error instanceof RemoteError && error.code === "not_found") throw new Error(describeNoSession(place));
    throw error;
  });
  const lines = (await response.text()).split("\n").filter((line) => line !== "");
  return foldRecording(
    lines.flatMap((line) => {
      const parsed = parseEvent(JSON.parse(line));
      return parsed.ok ? [parsed.event] : [];
    }),
  );
}

async function readFile(place: string): Promise<Recording> {
  const file = await openDiskFile(place, path.basename(place));
  const { importer } = chooseImporter(file.sniff);
  if (importer === null) throw new Error(`${place} is no session that an importer recognises`);
  const sessions = new Map<string, TraceEvent[]>();
  for await (const event of importer.convert([file], makeUnheardReport())) {
    const events = sessions.get(event.session) ?? [];
    events.push(event);
    sessions.set(event.session, events);
  }
  const recordings = [...sessions.values()].map((events) => foldRecording(events));
  const longest = recordings.sort((a, b) => b.session.turns.length - a.session.turns.length)[0];
  if (longest === undefined) throw new Error(`${place} holds no session`);
  return longest;
}
