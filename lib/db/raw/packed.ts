import { deflateRawSync, inflateRawSync } from "node:zlib";

/**
 * Compressing shorter texts costs more time than it saves space. For the body of a record the bound is higher, because
 * most of it is hashes.
 */
const COMPRESS_TEXT_MIN = 1_000;
const COMPRESS_BODY_MIN = 2_000;
/** Short texts get a small window, which is set up faster. */
const SHORT_BYTES_MAX = 4_096;
const COMPRESSION = { level: 3 };
const FAST_COMPRESSION = { level: 1 };
const SHORT_COMPRESSION = { level: 3, windowBits: 13, memLevel: 6 };

const PLAIN = 0;
const DEFLATED = 1;

export function packText(text: string): Buffer {
  return packWithMark(text, COMPRESS_TEXT_MIN);
}

export function packBody(body: string): Buffer {
  return packWithMark(body, COMPRESS_BODY_MIN);
}

/** Packs a body that is kept for a moment: with the fastest compression. */
export function packBytes(bytes: Buffer): Buffer {
  if (bytes.length >= COMPRESS_BODY_MIN) {
    const deflated = deflateRawSync(bytes, FAST_COMPRESSION);
    if (deflated.length < bytes.length) return markBytes(DEFLATED, deflated);
  }
  return markBytes(PLAIN, bytes);
}

function packWithMark(text: string, compressMin: number): Buffer {
  const size = Buffer.byteLength(text);
  const plain = Buffer.allocUnsafe(size + 1);
  plain[0] = PLAIN;
  plain.write(text, 1);
  if (size >= compressMin) {
    const bytes = plain.subarray(1);
    const deflated = deflateRawSync(bytes, size > SHORT_BYTES_MAX ? COMPRESSION : SHORT_COMPRESSION);
    if (deflated.length < size) return markBytes(DEFLATED, deflated);
  }
  return plain;
}

function markBytes(mark: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([mark]), bytes]);
}

export function unpackText(bytes: Uint8Array): string {
  return inflateBytes(bytes).toString("utf8");
}

/** The bytes that packed bytes hold. */
export function inflateBytes(bytes: Uint8Array): Buffer {
  const packedBytes = bytes.subarray(1);
  return bytes[0] === DEFLATED ? inflateRawSync(packedBytes) : Buffer.from(packedBytes);
}
