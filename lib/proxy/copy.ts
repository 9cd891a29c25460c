import zlib from "node:zlib";

/** The bytes of a larger request or answer pass, and are not recorded: Sightglass takes no more in one call. */
export const COPY_BYTES_MAX = 24_000_000;

export class ByteCopy {
  private readonly chunks: Buffer[] = [];
  private size = 0;
  isCut = false;

  constructor(private readonly bytesMax: number) {}

  add(chunk: Buffer): void {
    if (this.isCut) return;
    if (this.size + chunk.length > this.bytesMax) {
      this.isCut = true;
      this.chunks.length = 0;
      return;
    }
    this.chunks.push(chunk);
    this.size += chunk.length;
  }

  /** What was copied so far; nothing when the copy is cut. */
  bytes(): Buffer {
    return Buffer.concat(this.chunks);
  }

  /** Why there is no text of it, as a clause. @param what of which it is a copy */
  problem(what: "request" | "answer"): string {
    return this.isCut
      ? `the ${what} is larger than ${COPY_BYTES_MAX / 1_000_000} MB and was not recorded`
      : `the ${what} could not be decompressed and was not recorded`;
  }

  /**
   * The copied bytes as text. Of a compressed text that broke off, as much as there is.
   * @param encoding the `content-encoding` of the bytes
   * @returns `null` when the copy is cut or cannot be decompressed
   */
  text(encoding: string | undefined): string | null {
    if (this.isCut) return null;
    try {
      return unpacked(this.bytes(), encoding, this.bytesMax).toString("utf8");
    } catch {
      return null;
    }
  }
}

type Unpack = (bytes: Buffer, options: zlib.ZlibOptions) => Buffer;

/** Only newer versions of Node have it. */
const { zstdDecompressSync } = zlib as { zstdDecompressSync?: Unpack };
const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;

function unpacked(bytes: Buffer, encoding: string | undefined, maxOutputLength: number): Buffer {
  const options = { maxOutputLength, finishFlush: Z_SYNC_FLUSH };
  switch (encoding?.trim().toLowerCase()) {
    case undefined:
    case "":
    case "identity":
      return bytes;
    case "gzip":
    case "x-gzip":
      return zlib.gunzipSync(bytes, options);
    case "deflate":
      return zlib.inflateSync(bytes, options);
    case "br":
      return zlib.brotliDecompressSync(bytes, { maxOutputLength, finishFlush: BROTLI_OPERATION_FLUSH });
    case "zstd":
      if (zstdDecompressSync !== undefined) return zstdDecompressSync(bytes, { maxOutputLength });
  }
  throw new Error("an unknown content-encoding");
}
