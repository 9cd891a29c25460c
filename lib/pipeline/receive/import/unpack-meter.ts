import path from "node:path";
import { Transform } from "node:stream";
import type { Entry } from "yauzl";
import { AppError } from "@/lib/errors";
import { INFLATE_RATIO_ABOVE_BYTES, INFLATE_RATIO_MAX } from "@/lib/api/limits/http";

export interface ArchiveLimits {
  readonly files: number;
  readonly bytes: number;
}

/** What was unpacked so far, of all archives of an import together. */
export interface Meter {
  readonly limits: ArchiveLimits;
  files: number;
  bytes: number;
}

/** The path of the next file. @throws AppError `too_large` beyond the limit of files */
export function nextTarget(folder: string, meter: Meter): string {
  if (++meter.files > meter.limits.files)
    throw new AppError("too_large", `an import may hold ${meter.limits.files} files`);
  return path.join(folder, `unpacked-${meter.files}`);
}

/** Counts what is unpacked at once. @throws AppError `too_large` beyond the limit of bytes */
export function countIn(meter: Meter, bytes: number): void {
  const excess = addBytes(meter, bytes);
  if (excess !== null) throw excess;
}

/** Counts bytes. @returns what is wrong once they are too many */
function addBytes(meter: Meter, bytes: number): AppError | null {
  meter.bytes += bytes;
  if (meter.bytes <= meter.limits.bytes) return null;
  return new AppError("too_large", `an import may unpack to ${meter.limits.bytes} bytes`);
}

/** A stream that counts the output, because the sizes in an archive can be false. */
export function makeMeter(
  { fileName, compressedSize }: Pick<Entry, "fileName" | "compressedSize">,
  meter: Meter,
): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      const excess = addBytes(meter, chunk.length);
      const isBomb = bytes > INFLATE_RATIO_ABOVE_BYTES && bytes > compressedSize * INFLATE_RATIO_MAX;
      if (isBomb)
        done(
          new AppError("too_large", `${fileName} unpacks to more than ${INFLATE_RATIO_MAX} times its size`),
        );
      else if (excess !== null) done(excess);
      else done(null, chunk);
    },
  });
}
