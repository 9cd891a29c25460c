import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import type { ImportFile } from "@/lib/importers/reading/importer";
import { HEAD_CHARS, sniffFile } from "@/lib/importers/reading/sniff";

/** How far a file has been read, and how its beginning is known again. */
export interface ReadMark {
  /** Bytes up to the end of the last whole record. */
  readonly offset: number;
  readonly fingerprint: string;
}

/** A file as far as it is finished: its last line is left out while it is being written. */
export interface GrownFile extends ReadMark {
  readonly file: ImportFile;
}

const FINGERPRINT_BYTES = 1_024;
const TAIL_BYTES = 64 * 1024;
const CHUNK_BYTES = 1 << 20;
const NEWLINE = 10;

/**
 * Opens a file up to the end of its last whole record. A JSON file is one record: it is whole when it ends as it began.
 * @returns null where there is nothing whole in it yet, or no such file any more
 */
export async function openGrown(path: string, name: string): Promise<GrownFile | null> {
  const handle = await open(path, "r").catch(() => null);
  if (handle === null) return null;
  try {
    const { size } = await handle.stat();
    const offset = await wholeUpTo(handle, size, path.endsWith(".json"));
    if (offset === 0) return null;
    const head = await bytesOf(handle, 0, Math.min(HEAD_CHARS, offset));
    const chunks = () =>
      createReadStream(path, {
        encoding: "utf8",
        end: offset - 1,
        highWaterMark: CHUNK_BYTES,
      }) as AsyncIterable<string>;
    const sniff = await sniffFile(name, head.toString("utf8"), offset <= HEAD_CHARS ? undefined : chunks);
    return { file: { name, sniff, chunks }, offset, fingerprint: fingerprintOf(head) };
  } finally {
    await handle.close();
  }
}

/** Whether a file is the one that was read, and no longer. */
export async function isUnchanged(path: string, mark: ReadMark): Promise<boolean> {
  const handle = await open(path, "r").catch(() => null);
  if (handle === null) return false;
  try {
    const { size } = await handle.stat();
    if (size !== mark.offset) return false;
    return fingerprintOf(await bytesOf(handle, 0, Math.min(HEAD_CHARS, size))) === mark.fingerprint;
  } finally {
    await handle.close();
  }
}

function fingerprintOf(head: Buffer): string {
  return createHash("sha256").update(head.subarray(0, FINGERPRINT_BYTES)).digest("hex").slice(0, 32);
}

async function bytesOf(handle: FileHandle, from: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, from);
  return buffer.subarray(0, bytesRead);
}

async function wholeUpTo(handle: FileHandle, size: number, isDocument: boolean): Promise<number> {
  if (size === 0) return 0;
  if (isDocument) {
    const [first, last] = [await edgeOf(handle, 0, 1), await edgeOf(handle, size, -1)];
    return (first === "{" && last === "}") || (first === "[" && last === "]") ? size : 0;
  }
  const from = Math.max(0, size - TAIL_BYTES);
  const tail = await bytesOf(handle, from, size - from);
  if (tail.at(-1) === NEWLINE) return size;
  const newline = tail.lastIndexOf(NEWLINE);
  if (isJson(tail.subarray(newline + 1))) return size;
  return newline < 0 ? lastLineEnd(handle, from) : from + newline + 1;
}

/** Where a last line that is longer than the tail begins. */
async function lastLineEnd(handle: FileHandle, before: number): Promise<number> {
  for (let end = before; end > 0; end -= TAIL_BYTES) {
    const from = Math.max(0, end - TAIL_BYTES);
    const newline = (await bytesOf(handle, from, end - from)).lastIndexOf(NEWLINE);
    if (newline >= 0) return from + newline + 1;
  }
  return 0;
}

/** The first character that is no space, looking on from a place or back from it. */
async function edgeOf(handle: FileHandle, at: number, direction: 1 | -1): Promise<string> {
  const from = direction === 1 ? at : Math.max(0, at - TAIL_BYTES);
  const text = (await bytesOf(handle, from, TAIL_BYTES)).toString("utf8").replace(/^\ufeff/, "");
  const trimmed = direction === 1 ? text.trimStart() : text.trimEnd();
  return (direction === 1 ? trimmed.at(0) : trimmed.at(-1)) ?? "";
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString("utf8"));
    return true;
  } catch {
    return false;
  }
}
