import { closeSync, createWriteStream, readSync, writeFileSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { inflateRawSync } from "node:zlib";
import type { Entry, ZipFile } from "yauzl";
import { openPromise } from "yauzl";
import { AppError } from "@/lib/errors";
import type { Received } from "./received";
import { makeUnreadable } from "./received";
import { openRegularSync } from "./regular-file";
import type { Meter } from "./unpack-meter";
import { countIn, makeMeter, nextTarget } from "./unpack-meter";

const FILE_TYPE_MASK = 0o170000;
const SYMBOLIC_LINK = 0o120000;
const BOOKKEEPING = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$)/;

interface OpenZip {
  readonly zip: ZipFile;
  /** The descriptor of the same archive. */
  readonly file: number;
}

/** Writes the files of a zip into `folder` under numbers. A symbolic link becomes an empty file, with the reason. */
export async function unpackEntries(archive: Received, folder: string, meter: Meter): Promise<Received[]> {
  let zip: ZipFile | null = null;
  const file = openRegularSync(archive.path);
  try {
    zip = await openPromise(archive.path, { autoClose: false });
    const writtenFiles: Received[] = [];
    for await (const entry of zip.eachEntry()) {
      if (!isContent(entry)) continue;
      if (entry.isEncrypted())
        throw new AppError("unprocessable", "its files are encrypted; unpack it with its password first");
      const document = describeDocument(entry, writtenFiles.length === 0);
      if (document !== null) throw new AppError("unprocessable", `it is ${document}`);
      const name = `${archive.name}/${entry.fileName}`;
      const target = nextTarget(folder, meter);
      if (isLink(entry)) {
        writeFileSync(target, "");
        writtenFiles.push({
          path: target,
          name,
          refused: "is a symbolic link, and links in a zip are not followed",
        });
        continue;
      }
      await unpack({ zip, file }, entry, target, meter);
      writtenFiles.push({ path: target, name });
    }
    if (writtenFiles.length === 0) throw new AppError("unprocessable", "the zip holds no files");
    return writtenFiles;
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
