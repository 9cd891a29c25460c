import { gunzipSync, inflateRawSync, inflateSync, constants } from "node:zlib";

/** `perByte` characters of the encoded form are one byte. */
export interface DecodedRun {
  readonly bytes: Buffer;
  readonly at: number;
  readonly length: number;
  readonly perByte: number;
}

const PRINTED_MIN = 0.95;
const SAMPLE_BYTES = 600;
const UNPACKED_BYTES_MAX = 512 * 1024;
const PACKED_BYTES_MIN = 24;
const RAW_BYTES_MIN = 40;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

/** UTF-16 when every other byte is zero; `null` when the bytes are no text. */
export function textOf(bytes: Buffer): { readonly text: string; readonly isWide: boolean } | null {
  const order = wideOrder(bytes);
  if (order === "big" && bytes.length % 2 !== 0) bytes = bytes.subarray(0, -1);
  const text =
    order === null
      ? bytes.toString("latin1")
      : (order === "big" ? Buffer.from(bytes).swap16() : bytes).toString("utf16le");
  return isPrinted(text) ? { text, isWide: order !== null } : null;
}

/** Some shells and databases write UTF-16. */
function wideOrder(bytes: Buffer): "little" | "big" | null {
  const sample = bytes.subarray(0, 200);
  if (sample.length < 16) return null;
  const zeros = [0, 0];
  for (let i = 0; i < sample.length; i++) if (sample[i] === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  if ((zeros[1] ?? 0) > sample.length * 0.45) return "little";
  return (zeros[0] ?? 0) > sample.length * 0.45 ? "big" : null;
}

function isPrinted(text: string): boolean {
  const sample = text.slice(0, SAMPLE_BYTES);
  let printed = 0;
  for (let i = 0; i < sample.length; i++) {
    const code = sample.charCodeAt(i);
    // In UTF-8, bytes of letters beyond ASCII come in runs.
    const isLetter = code >= 0xc2 && code < 0xf0 && (sample.charCodeAt(i + 1) & 0xc0) === 0x80;
    const goesOn = (code & 0xc0) === 0x80 && sample.charCodeAt(i - 1) >= 0x80;
    if ((code >= 32 && code < 127) || code === 9 || code === 10 || code === 13 || isLetter || goesOn)
      printed++;
  }
  return sample.length > 0 && printed / sample.length >= PRINTED_MIN;
}

/** Also works when the end was cut off; `null` when the bytes are not compressed. */
export function unpacked(bytes: Buffer): Buffer | null {
  if (bytes.length < PACKED_BYTES_MIN) return null;
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const isZlib = bytes[0] === 0x78 && bytes.readUInt16BE(0) % 31 === 0;
  // Without a header, only a single block that ends the stream is tried, because most runs are not one.
  const isBlock = bytes.length >= RAW_BYTES_MIN && [3, 5].includes((bytes[0] ?? 0) & 7);
  if (!isGzip && !isZlib && !isBlock) return null;
  const unpack = isGzip ? gunzipSync : isZlib ? inflateSync : inflateRawSync;
  try {
    const plain = unpack(bytes, {
      maxOutputLength: UNPACKED_BYTES_MAX,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    return plain.length >= PACKED_BYTES_MIN / 2 ? plain : null;
  } catch {
    return null;
  }
}

export function base32Bytes(text: string): Buffer {
  const bytes: number[] = [];
  let [bits, held] = [0, 0];
  for (const letter of text.toLowerCase().replace(/(?<!=)=+$/, "")) {
    bits = ((bits << 5) | ALPHABET.indexOf(letter)) & 0xfff;
    held += 5;
    if (held < 8) continue;
    held -= 8;
    bytes.push((bits >> held) & 0xff);
  }
  return Buffer.from(bytes);
}

/** `null` when a number is no byte. */
export function listedBytes(text: string): Buffer | null {
  const numbers = (text.match(/0x[0-9a-f]{1,2}|\d{1,3}/gi) ?? []).map(Number);
  return numbers.every((number) => number < 256) ? Buffer.from(numbers) : null;
}
