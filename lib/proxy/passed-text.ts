import zlib from "node:zlib";
import { COPY_BYTES_MAX, type PassedBytes } from "./copy";

/**
 * Of a compressed text that broke off, as much as there is.
 * @returns `null` when the bytes were not kept or cannot be decompressed
 */
export function readPassedText({ chunks, encoding, dropped }: PassedBytes): string | null {
  if (dropped !== null) return null;
  try {
    return unpackBytes(Buffer.concat(chunks), encoding).toString("utf8");
  } catch {
    return null;
  }
}

export function describePassedProblem({ dropped }: PassedBytes, what: "request" | "answer"): string {
  return `the ${what} ${dropped ?? "could not be decompressed"} and was not recorded`;
}

export function readPassedJson(text: string | null): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(text ?? "");
    return typeof body !== "object" || body === null || Array.isArray(body) ? null : { ...body };
  } catch {
    return null;
  }
}

type Unpack = (bytes: Buffer, options: zlib.ZlibOptions) => Buffer;

/** Only newer versions of Node have it. */
const { zstdDecompressSync } = zlib as { zstdDecompressSync?: Unpack };
const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;

function unpackBytes(bytes: Buffer, encoding: string | null): Buffer {
  const maxOutputLength = COPY_BYTES_MAX;
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
