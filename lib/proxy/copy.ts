import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

/** A larger request or answer passes, and is not recorded: Sightglass takes no more in one call. */
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

  /**
   * The copied bytes as text.
   * @param encoding the `content-encoding` of the bytes
   * @returns `null` when the copy is cut or cannot be decompressed
   */
  text(encoding: string | undefined): string | null {
    if (this.isCut) return null;
    try {
      return unpacked(Buffer.concat(this.chunks), encoding, this.bytesMax).toString("utf8");
    } catch {
      return null;
    }
  }
}

function unpacked(bytes: Buffer, encoding: string | undefined, maxOutputLength: number): Buffer {
  switch (encoding?.trim().toLowerCase()) {
    case undefined:
    case "":
    case "identity":
      return bytes;
    case "gzip":
      return gunzipSync(bytes, { maxOutputLength });
    case "deflate":
      return inflateSync(bytes, { maxOutputLength });
    case "br":
      return brotliDecompressSync(bytes, { maxOutputLength });
    default:
      throw new Error("an unknown content-encoding");
  }
}
