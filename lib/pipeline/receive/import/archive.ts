import { closeSync, createReadStream, createWriteStream, readSync, writeFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import pLimit from "p-limit";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, inflateRawSync } from "node:zlib";
import type { Entry, ZipFile } from "yauzl";
import { openPromise } from "yauzl";
import { AppError } from "@/lib/errors";
import type { Damage } from "@/lib/importers/reading/mend-text";
import { describeSign, SIGN_BYTES } from "./file-signs";
import { DATABASE_MAGIC, writeDatabaseRows } from "./database-rows";
import { openRegular, openRegularSync } from "./regular-file";
import { IMPORT_BODY_BYTES_MAX, INFLATE_RATIO_ABOVE_BYTES, INFLATE_RATIO_MAX } from "@/lib/api/limits/http";

export interface Received {
  readonly path: string;
  readonly name: string;
  /** What is damaged in the archive that it was taken from. */
  readonly damage?: readonly Damage[];
  /** Why this archive or database is not unpacked. */
  readonly refused?: string;
}

export const ARCHIVE_FILES_MAX = 20_000;
export const ARCHIVE_BYTES_MAX = 2 * IMPORT_BODY_BYTES_MAX;
/** Archives inside archives: a log archive in a zip is one. */
export const ARCHIVE_DEPTH_MAX = 2;

const ZIP_MAGIC = Buffer.from("PK\u0003\u0004", "latin1");
const EMPTY_ZIP_MAGIC = Buffer.from("PK\u0005\u0006", "latin1");
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);
const FILE_TYPE_MASK = 0o170000;
const SYMBOLIC_LINK = 0o120000;
const BOOKKEEPING = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$)/;

export interface ArchiveLimits {
  readonly files: number;
  readonly bytes: number;
}

const LIMITS: ArchiveLimits = { files: ARCHIVE_FILES_MAX, bytes: ARCHIVE_BYTES_MAX };

interface OpenZip {
  readonly zip: ZipFile;
  /** The descriptor of the same archive. */
  readonly file: number;
}

interface Meter {
  readonly limits: ArchiveLimits;
  files: number;
  bytes: number;
}

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

/** Of the archive itself, as where it is cut off. */
function isOfGzip(error: unknown): boolean {
  return error instanceof Error && /^Z_/.test((error as NodeJS.ErrnoException).code ?? "");
}

async function extractRows(
  file: Received,
  all: readonly Received[],
  folder: string,
  meter: Meter,
): Promise<Received> {
  const copy = nextTarget(folder, meter);
  const target = nextTarget(folder, meter);
  const log = all.find(({ name }) => name === `${file.name}${BESIDES[0]}`);
  const isWithoutLog = log === undefined && (await hasLog(file.path));
  try {
    const counted = { fileName: file.name, compressedSize: (await stat(file.path)).size };
    await pipeline(
      writeDatabaseRows(file.path, log?.path, copy),
      makeMeter(counted, meter),
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

function nextTarget(folder: string, meter: Meter): string {
  if (++meter.files > meter.limits.files)
    throw new AppError("too_large", `an import may hold ${meter.limits.files} files`);
  return path.join(folder, `unpacked-${meter.files}`);
}

function makeUnreadable({ name }: Received, kind: string, error: unknown): AppError {
  return new AppError(
    "unprocessable",
    `${name} is a ${kind} that cannot be read: ${(error as Error).message}`,
  );
}

async function unpackEntries(archive: Received, folder: string, meter: Meter): Promise<Received[]> {
  let zip: ZipFile | null = null;
  const file = openRegularSync(archive.path);
  try {
    zip = await openPromise(archive.path, { autoClose: false });
    const written: Received[] = [];
    for await (const entry of zip.eachEntry()) {
      if (!isContent(entry)) continue;
      if (entry.isEncrypted())
        throw new AppError("unprocessable", "its files are encrypted; unpack it with its password first");
      const document = describeDocument(entry, written.length === 0);
      if (document !== null) throw new AppError("unprocessable", `it is ${document}`);
      const name = `${archive.name}/${entry.fileName}`;
      const target = nextTarget(folder, meter);
      if (isLink(entry)) {
        writeFileSync(target, "");
        written.push({
          path: target,
          name,
          refused: "is a symbolic link, and links in a zip are not followed",
        });
        continue;
      }
      await unpack({ zip, file }, entry, target, meter);
      written.push({ path: target, name });
    }
    if (written.length === 0) throw new AppError("unprocessable", "the zip holds no files");
    return written;
  } catch (error) {
    if (error instanceof AppError) throw new AppError(error.code, `${archive.name}: ${error.message}`);
    throw makeUnreadable(archive, "zip", error);
  } finally {
    zip?.close();
    closeSync(file);
  }
}

/** What makes a zip a document or a program, whatever its name ends with. */
function describeDocument({ fileName }: Entry, isFirst: boolean): string | null {
  if (fileName === "[Content_Types].xml") return `a document of an office program${NO_SESSION}`;
  if (fileName === "mimetype" && isFirst) return `a document (such as OpenDocument or EPUB)${NO_SESSION}`;
  return fileName === "META-INF/MANIFEST.MF" ? "a program of Java, which holds no session" : null;
}

const NO_SESSION = ", which is not read; save what it holds as text or JSON";

function isContent({ fileName }: Entry): boolean {
  return !fileName.endsWith("/") && !BOOKKEEPING.test(fileName);
}

function isLink({ externalFileAttributes }: Entry): boolean {
  return ((externalFileAttributes >>> 16) & FILE_TYPE_MASK) === SYMBOLIC_LINK;
}

async function unpack(open: OpenZip, entry: Entry, target: string, meter: Meter): Promise<void> {
  const small = entry.compressedSize <= SMALL_BYTES ? await inflateSmall(open, entry) : null;
  if (small !== null) {
    countIn(meter, small.length);
    return writeFileSync(target, small);
  }
  const content = await open.zip.openReadStreamPromise(entry, {});
  await pipeline(content, makeMeter(entry, meter), createWriteStream(target));
}

/** Small entries are many, and a stream for each of them takes longer than what it carries. */
const SMALL_BYTES = 64 * 1024;
const STORED = 0;
const DEFLATED = 8;

/** The content of a small entry; `null` for one that is packed in another way, or is not small when it is unpacked. */
async function inflateSmall({ zip, file }: OpenZip, entry: Entry): Promise<Buffer | null> {
  const { compressionMethod: method } = entry;
  if (method !== STORED && method !== DEFLATED) return null;
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const room = Buffer.allocUnsafe(entry.compressedSize);
  const packed = room.subarray(0, readSync(file, room, 0, room.length, fileDataStart));
  if (method === STORED) return packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: SMALL_BYTES });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") return null;
    throw error;
  }
}

function countIn(meter: Meter, bytes: number): void {
  meter.bytes += bytes;
  if (meter.bytes > meter.limits.bytes)
    throw new AppError("too_large", `an import may unpack to ${meter.limits.bytes} bytes`);
}

/** Counts the output, because the sizes in an archive can be false. */
function makeMeter(
  { fileName, compressedSize }: Pick<Entry, "fileName" | "compressedSize">,
  meter: Meter,
): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      meter.bytes += chunk.length;
      const isBomb = bytes > INFLATE_RATIO_ABOVE_BYTES && bytes > compressedSize * INFLATE_RATIO_MAX;
      if (isBomb)
        done(
          new AppError("too_large", `${fileName} unpacks to more than ${INFLATE_RATIO_MAX} times its size`),
        );
      else if (meter.bytes > meter.limits.bytes)
        done(new AppError("too_large", `an import may unpack to ${meter.limits.bytes} bytes`));
      else done(null, chunk);
    },
  });
}
