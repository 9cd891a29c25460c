import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import pLimit from "p-limit";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { AppError } from "@/lib/errors";
import type { Damage } from "@/lib/importers/reading/mend-text";
import { describeSign, SIGN_BYTES } from "./file-signs";
import { DATABASE_MAGIC, writeDatabaseRows } from "./database-rows";
import type { Received } from "./received";
import { makeUnreadable } from "./received";
import { openRegular } from "./regular-file";
import type { ArchiveLimits, Meter } from "./unpack-meter";
import { makeMeter, nextTarget } from "./unpack-meter";
import { unpackEntries } from "./unzip";
import { IMPORT_BODY_BYTES_MAX } from "@/lib/api/limits/http";

export const ARCHIVE_FILES_MAX = 20_000;
export const ARCHIVE_BYTES_MAX = 2 * IMPORT_BODY_BYTES_MAX;
/** Archives inside archives: a log archive in a zip is one. */
export const ARCHIVE_DEPTH_MAX = 2;

const ZIP_MAGIC = Buffer.from("PK\u0003\u0004", "latin1");
const EMPTY_ZIP_MAGIC = Buffer.from("PK\u0005\u0006", "latin1");
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

const LIMITS: ArchiveLimits = { files: ARCHIVE_FILES_MAX, bytes: ARCHIVE_BYTES_MAX };

/**
 * Replaces zip archives, gzip files and SQLite databases, recognised by their first bytes, by their contents. Entries are
 * written into `folder` under numbers, never under their own names. A symbolic link stays unread, with the reason, and so does one of
 * several archives that cannot be read or names places outside itself: it keeps the others from nothing.
 * @throws AppError `unprocessable` where that is the only file, `too_large` for what is beyond the limits
 */
export async function unpackArchives(
  files: readonly Received[],
  folder: string,
  limits: ArchiveLimits = LIMITS,
): Promise<Received[]> {
  return unpackAll(files, folder, { limits, files: 0, bytes: 0 }, 0);
}

async function unpackAll(
  files: readonly Received[],
  folder: string,
  meter: Meter,
  depth: number,
): Promise<Received[]> {
  const unpacked: Received[] = [];
  const besides = new Set<string>();
  const look = pLimit(LOOKS_AT_ONCE);
  const kinds = await Promise.all(files.map((file) => look(() => detectKind(file.path))));
  for (const [i, file] of files.entries()) {
    const kind = kinds[i] ?? null;
    if (kind === "database") for (const end of BESIDES) besides.add(`${file.name}${end}`);
    try {
      if (kind === "database") unpacked.push(await extractRows(file, files, folder, meter));
      else if (kind === null) unpacked.push(file);
      else if (typeof kind === "object") throw new AppError("unprocessable", `${file.name} ${kind.sealed}`);
      else if (depth >= ARCHIVE_DEPTH_MAX) unpacked.push({ ...file, refused: describeDepth(kind) });
      else
        unpacked.push(
          ...(await unpackAll(await READERS[kind](file, folder, meter), folder, meter, depth + 1)),
        );
    } catch (error) {
      if (files.length === 1 || !(error instanceof AppError) || error.code !== "unprocessable") throw error;
      unpacked.push({ ...file, refused: withoutName(error.message, file) });
    }
  }
  return unpacked.filter(({ name }) => !besides.has(name));
}

function describeDepth(kind: string): string {
  return `is a ${kind} archive inside ${ARCHIVE_DEPTH_MAX} others; unpack the outer ones, and import what they hold`;
}

/** A list of refusals names the file before the reason. */
function withoutName(message: string, { name }: Received): string {
  return message.startsWith(name) ? message.slice(name.length).replace(/^:? /, "") : message;
}

const LOOKS_AT_ONCE = 16;
const READERS = { zip: unpackEntries, gzip: unpackContent };
/** The write-ahead log of a database, and the index of the log. */
const BESIDES = ["-wal", "-shm"];

interface Sealed {
  /** What the file is, and what to do with it first. */
  readonly sealed: string;
}

async function detectKind(file: string): Promise<keyof typeof READERS | "database" | Sealed | null> {
  const handle = await openRegular(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SIGN_BYTES), 0, SIGN_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    const begins = (sign: Buffer) => head.subarray(0, sign.length).equals(sign);
    if (begins(GZIP_MAGIC)) return "gzip";
    if (begins(DATABASE_MAGIC)) return "database";
    if (begins(ZIP_MAGIC) || begins(EMPTY_ZIP_MAGIC)) return "zip";
    const sealed = describeSign(head);
    return sealed === null ? null : { sealed };
  } finally {
    await handle.close();
  }
}

async function unpackContent(packed: Received, folder: string, meter: Meter): Promise<Received[]> {
  const target = nextTarget(folder, meter);
  const { size } = await stat(packed.path);
  const entry = { fileName: packed.name, compressedSize: size };
  let broken: unknown = null;
  // A pipeline would end at the first error, without what was unpacked before it.
  const content = createReadStream(packed.path);
  const pieces = content.pipe(createGunzip());
  content.on("error", (error) => pieces.destroy(error));
  const readUntilBroken = async function* () {
    try {
      yield* pieces as AsyncIterable<Buffer>;
    } catch (error) {
      if (!isOfGzip(error)) throw error;
      broken = error;
    } finally {
      content.destroy();
    }
  };
  await pipeline(readUntilBroken, makeMeter(entry, meter), createWriteStream(target));
  const { size: unpacked } = await stat(target);
  if (broken !== null && unpacked === 0) throw makeUnreadable(packed, "gzip", broken);
  const damage: Damage[] = broken === null ? [] : [{ kind: "cut_archive", count: unpacked, line: 0 }];
  return [{ path: target, name: packed.name.replace(/\.gz$/i, ""), damage }];
}

/** Whether an error is of the archive itself, as where it is cut off. */
function isOfGzip(error: unknown): boolean {
  return error instanceof Error && /^Z_/.test((error as NodeJS.ErrnoException).code ?? "");
}

async function extractRows(
  file: Received,
  receivedFiles: readonly Received[],
  folder: string,
  meter: Meter,
): Promise<Received> {
  const copy = nextTarget(folder, meter);
  const target = nextTarget(folder, meter);
  const log = receivedFiles.find(({ name }) => name === `${file.name}${BESIDES[0]}`);
  const isWithoutLog = log === undefined && (await hasLog(file.path));
  try {
    const archiveSize = { fileName: file.name, compressedSize: (await stat(file.path)).size };
    await pipeline(
      writeDatabaseRows(file.path, log?.path, copy),
      makeMeter(archiveSize, meter),
      createWriteStream(target),
    );
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw makeUnreadable(file, "SQLite database", error);
  }
  const damage: Damage[] = isWithoutLog ? [{ kind: "no_log", count: 1, line: 0 }] : [];
  return { path: target, name: file.name, damage };
}

/** Bytes 18 and 19 of an SQLite database: 2 where new rows go to a log of their own first. */
const LOG_BYTE = 18;
const WITH_LOG = 2;

async function hasLog(path: string): Promise<boolean> {
  const handle = await openRegular(path);
  try {
    const mode = Buffer.alloc(1);
    await handle.read(mode, 0, 1, LOG_BYTE);
    return mode[0] === WITH_LOG;
  } finally {
    await handle.close();
  }
}
