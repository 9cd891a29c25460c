import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

/** A bounded copy of bytes that pass by. */
export class ByteCopy {
  private readonly chunks: Buffer[] = [];
  private size = 0;
  /** Whether more passed by than the copy holds. */
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
   * What passed by as text.
   * @param encoding the `content-encoding` that the bytes have
   * @returns `null` when it was too much, or cannot be unpacked
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
