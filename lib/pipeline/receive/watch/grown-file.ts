import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import type { ImportFile } from "@/lib/importers/reading/importer";
import { HEAD_CHARS, sniffFile } from "@/lib/importers/reading/sniff";
import { openRegular, readFileText, decodeHead } from "@/lib/pipeline/receive/import/regular-file";
import { AppError } from "@/lib/errors";

export interface ReadMark {
  readonly offset: number;
  readonly fingerprint: string;
}

/** What a file grew by, without a last line that is still being written. */
export interface GrownFile extends ReadMark {
  readonly file: ImportFile;
}

const FINGERPRINT_BYTES = 1_024;
const TAIL_BYTES = 64 * 1024;
const NEWLINE = 10;
const DOCUMENT_BYTES_MAX = 256 * 1024 * 1024;

/**
 * Up to the end of the last whole record. A JSON document is one record.
 * @returns null without a whole record, or without the file
 * @throws AppError `unprocessable` for what is no file, `too_large` for a document that is larger than text can be
 */
export async function openGrown(path: string, name: string): Promise<GrownFile | null> {
  const handle = await openThere(path);
  if (handle === null) return null;
  try {
    if (isDocument(path)) return await openDocument(handle, name);
    const { size } = await handle.stat();
    const offset = await measureWhole(handle, size);
    if (offset === 0) return null;
    const head = await readBytes(handle, 0, Math.min(HEAD_CHARS, offset));
    const readChunks = () => readFileText(path, offset);
    const sniff = await sniffFile(name, decodeHead(head), offset <= HEAD_CHARS ? undefined : readChunks);
    return { file: { name, sniff, chunks: readChunks }, offset, fingerprint: computeFingerprint(head) };
  } finally {
    await handle.close();
  }
}

export async function isUnchanged(path: string, mark: ReadMark): Promise<boolean> {
  const handle = await openRegular(path).catch(() => null);
  if (handle === null) return false;
  try {
    const { size } = await handle.stat();
    if (size !== mark.offset) return false;
    if (isDocument(path)) return hashOf(await readDocument(handle)) === mark.fingerprint;
    return computeFingerprint(await readBytes(handle, 0, Math.min(HEAD_CHARS, size))) === mark.fingerprint;
  } finally {
    await handle.close();
  }
}

/** The file still contains what was read before, with more at its end. */
export function hasGrown(before: ReadMark | undefined, now: GrownFile): boolean {
  return before?.fingerprint === now.fingerprint && before.offset <= now.offset;
}

/** A document is rewritten on every change, in any of its parts. */
function isDocument(path: string): boolean {
  return path.endsWith(".json");
}

async function openDocument(handle: FileHandle, name: string): Promise<GrownFile | null> {
  const bytes = await readDocument(handle);
  const text = decodeHead(bytes);
  if (!isJson(text)) return null;
  async function* chunks() {
    await Promise.resolve();
    yield text;
  }
  const sniff = await sniffFile(
    name,
    text.slice(0, HEAD_CHARS),
    text.length <= HEAD_CHARS ? undefined : chunks,
  );
  return { file: { name, sniff, chunks }, offset: bytes.length, fingerprint: hashOf(bytes) };
}

async function openThere(path: string): Promise<FileHandle | null> {
  try {
    return await openRegular(path);
  } catch (error) {
    if (error instanceof AppError) throw error;
    return null;
  }
}

/** Reads as many bytes as the file had when it was opened: what grows while it is read has an end too. */
async function readDocument(handle: FileHandle): Promise<Buffer> {
  const { size } = await handle.stat();
  if (size > DOCUMENT_BYTES_MAX)
    throw new AppError("too_large", `a document may have ${DOCUMENT_BYTES_MAX} bytes`);
  return readBytes(handle, 0, size);
}

function computeFingerprint(head: Buffer): string {
  return hashOf(head.subarray(0, FINGERPRINT_BYTES));
}

function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 32);
}

async function readBytes(handle: FileHandle, from: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, from);
  return buffer.subarray(0, bytesRead);
}

async function measureWhole(handle: FileHandle, size: number): Promise<number> {
  if (size === 0) return 0;
  const from = Math.max(0, size - TAIL_BYTES);
  const tail = await readBytes(handle, from, size - from);
  if (tail.at(-1) === NEWLINE) return size;
  const newline = tail.lastIndexOf(NEWLINE);
  if (isJson(decodeHead(tail.subarray(newline + 1)))) return size;
  return newline < 0 ? findLastLineEnd(handle, from) : from + newline + 1;
}

async function findLastLineEnd(handle: FileHandle, before: number): Promise<number> {
  for (let end = before; end > 0; end -= TAIL_BYTES) {
    const from = Math.max(0, end - TAIL_BYTES);
    const newline = (await readBytes(handle, from, end - from)).lastIndexOf(NEWLINE);
    if (newline >= 0) return from + newline + 1;
  }
  return 0;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
