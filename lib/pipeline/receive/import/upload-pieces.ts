import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Database } from "@/lib/db/client";
import type { Received } from "./received";

/** A row holds so much of an upload: a large file is never whole in memory. */
const PIECE_BYTES = 2 * 1024 * 1024;

export interface UploadedFile {
  readonly name: string;
  readonly bytes: number;
}

/** Stores uploaded files in the database, since the worker that imports them can run on another machine. */
export async function storeUpload(
  db: Database,
  projectId: string,
  job: string,
  files: readonly Received[],
): Promise<UploadedFile[]> {
  const stored: UploadedFile[] = [];
  let no = 0;
  for (const { path: place, name } of files) {
    const { size } = await stat(place);
    for await (const bytes of createReadStream(place, {
      highWaterMark: PIECE_BYTES,
    }) as AsyncIterable<Buffer>)
      await db.jobPiece.create({ data: { projectId, job, no: no++, bytes: new Uint8Array(bytes) } });
    stored.push({ name, bytes: size });
  }
  return stored;
}

/** Writes the stored pieces back to files, in the order in which {@link storeUpload} stored them. */
export async function fetchUpload(
  db: Database,
  projectId: string,
  job: string,
  files: readonly UploadedFile[],
  folder: string,
): Promise<Received[]> {
  const receivedFiles: Received[] = [];
  let no = 0;
  for (const { name, bytes } of files) {
    const place = path.join(folder, String(receivedFiles.length));
    const pieces = Math.ceil(bytes / PIECE_BYTES);
    await pipeline(Readable.from(readPieces(db, projectId, job, no, pieces)), createWriteStream(place));
    no += pieces;
    receivedFiles.push({ path: place, name });
  }
  return receivedFiles;
}

async function* readPieces(
  db: Database,
  projectId: string,
  job: string,
  first: number,
  count: number,
): AsyncGenerator<Uint8Array> {
  for (let no = first; no < first + count; no++) {
    const where = { projectId_job_no: { projectId, job, no } };
    yield (await db.jobPiece.findUniqueOrThrow({ where })).bytes;
  }
}
