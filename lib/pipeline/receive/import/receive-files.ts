import busboy from "busboy";
import pLimit from "p-limit";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "@/lib/errors";
import { IMPORT_BODY_BYTES_MAX, IMPORT_WIRE_BYTES_MAX } from "@/lib/api/limits/http";
import { LargeHere } from "@/lib/http/large-here";
import { streamBody } from "@/lib/http/read-body";
import type { ImportFile } from "@/lib/importers/reading/importer";
import type { Received } from "./received";
import { openReceived } from "./disk-file";

export const IMPORT_FILES_MAX = 20_000;
const NAME_CHARS_MAX = 1_000;
const OPEN_FILES_MAX = 16;
const LIMITS = { wireBytesMax: IMPORT_WIRE_BYTES_MAX, bodyBytesMax: IMPORT_BODY_BYTES_MAX };

/**
 * Writes an upload to disk for `work` and removes it afterwards: one file as the raw body, or a folder as
 * `multipart/form-data` whose file names keep their paths. Names are only labels; nothing is written under
 * them.
 */
export async function receiveFiles<T>(
  request: Request,
  name: string,
  work: (files: readonly Received[], folder: string) => Promise<T>,
): Promise<T> {
  return useFolder(async (folder) => {
    const isMultipart = /^multipart\/form-data/i.test(request.headers.get("content-type") ?? "");
    const receivedFiles = isMultipart
      ? await receiveFolder(request, folder)
      : [await receiveBody(request, folder, name)];
    if (receivedFiles.length === 0)
      throw new AppError("invalid_body", "the upload holds no file; send each as a part named `file`");
    return work(receivedFiles, folder);
  });
}

/** Gives a folder for the time of the work and deletes it after, also when the work fails. */
export async function useFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "sightglass-import-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function openFiles(files: readonly Received[]): Promise<ImportFile[]> {
  const open = pLimit(OPEN_FILES_MAX);
  return Promise.all(files.map((file) => open(() => openReceived(file))));
}

async function receiveBody(request: Request, folder: string, name: string): Promise<Received> {
  const file = path.join(folder, "0");
  await pipeline(Readable.from(streamBody(request, LIMITS)), createWriteStream(file));
  return { path: file, name };
}

async function receiveFolder(request: Request, folder: string): Promise<Received[]> {
  const receivedFiles: Received[] = [];
  const writes: Promise<void>[] = [];
  const write = pLimit(OPEN_FILES_MAX);
  const parser = makeParser(request);
  parser.on("file", (_field, stream, { filename }) => {
    const file = path.join(folder, String(receivedFiles.length));
    receivedFiles.push({ path: file, name: cleanName(filename, receivedFiles.length) });
    writes.push(write(() => pipeline(stream, createWriteStream(file))));
  });
  let tooMany = false;
  parser.on("filesLimit", () => (tooMany = true));
  try {
    await pipeline(Readable.from(streamBody(request, LIMITS)), parser);
    await Promise.all(writes);
  } catch (error) {
    await Promise.allSettled(writes);
    if (error instanceof AppError || error instanceof LargeHere) throw error;
    throw new AppError("invalid_body", "the multipart body is broken or ends too early");
  }
  if (tooMany) throw new AppError("too_large", `a folder may hold ${IMPORT_FILES_MAX} files`);
  return receivedFiles;
}

function makeParser(request: Request): busboy.Busboy {
  try {
    return busboy({
      headers: Object.fromEntries(request.headers),
      preservePath: true,
      limits: { files: IMPORT_FILES_MAX },
    });
  } catch {
    throw new AppError("invalid_body", "the multipart header names no boundary");
  }
}

function cleanName(name: string | undefined, index: number): string {
  const parts = (name ?? "")
    .replaceAll("\\", "/")
    .split("/")
    .filter((part) => part !== "" && part !== "." && part !== "..");
  const clean = parts
    .join("/")
    .replace(/[\u0000-\u001f\u007f]/g, "")
    .slice(-NAME_CHARS_MAX);
  return clean === "" ? `file-${index + 1}` : clean;
}
