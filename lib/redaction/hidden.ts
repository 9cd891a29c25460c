import { constants, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import type { Reading } from "./readings";

const BASE64 = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{20,}(?:\r?\n[A-Za-z0-9+/_-]{4,})*={0,2}/g;
const HEX = /(?<![0-9a-fA-F])(?:0x)?(?<it>(?:[0-9a-fA-F]{2}(?:[ :]|\r?\n)?){12,})(?![0-9a-zA-Z])/g;
const BYTES =
  /(?<![\w.])(?:0x[0-9a-f]{1,2}|\d{1,3})(?:\s{0,4},\s{0,8}(?:0x[0-9a-f]{1,2}|\d{1,3})){11,}(?![\w.])/gi;
/** Lines of a dump: an address, then bytes in pairs or fours, then what they print. */
const DUMP = /(?<!\S)[0-9a-f]{6,8}:?[ \t]{1,4}(?<it>(?:[0-9a-f]{2}[ -]{0,2}){1,16})/gi;
const RUN_CHARS_MAX = 200_000;
const UNPACKED_BYTES_MAX = 512 * 1024;
const RAW_BYTES_MIN = 40;
const PRINTED_MIN = 0.95;
const SAMPLE_CHARS = 600;
/** ASCII, and the bytes of letters beyond it in UTF-8, which come in runs. */
const PRINTED = /[\t\n\r\x20-\x7e]|[\xc2-\xef][\x80-\xbf]{1,2}/g;

/** What base64, hexadecimal digits, lists of bytes, dumps and compressed data in a text hide. */
export function* listHidden(text: string): Iterable<Reading> {
  for (const { 0: run, index } of text.matchAll(BASE64)) {
    const places = listPlaces(run, index, /\S/);
    const bare = run.replace(/\s/g, "");
    // A run may start with characters that do not belong to it, such as a path.
    const skip = [0, 1, 2, 3].find((n) => findPrinted(Buffer.from(bare.slice(n), "base64")) !== null) ?? 0;
    yield* decodeBytes(Buffer.from(bare.slice(skip), "base64"), places.slice(skip), 4 / 3);
  }
  for (const { index, 0: run, groups: { it = "" } = {} } of text.matchAll(HEX))
    yield* decodeHex(listPlaces(it, index + run.lastIndexOf(it), /[0-9a-f]/i), text);
  for (const { 0: run, index } of text.matchAll(BYTES)) {
    const bytes = run.split(",").map(Number);
    const places = [index, index + run.length - 1];
    if (bytes.every((byte) => byte < 256)) yield* decodeBytes(Buffer.from(bytes), places, 2);
  }
  const lines = [...text.matchAll(DUMP)].map(({ 0: line, index, groups: { it = "" } = {} }) =>
    listPlaces(it, index + line.length - it.length, /[0-9a-f]/i),
  );
  if (lines.length > 1) yield* decodeHex(lines.flat(), text);
}

/** The places of the characters of a kind in a run that begins at `at`. */
function listPlaces(run: string, at: number, kind: RegExp): number[] {
  const places: number[] = [];
  for (let i = 0; i < Math.min(run.length, RUN_CHARS_MAX); i++)
    if (kind.test(run.charAt(i))) places.push(at + i);
  return places;
}

function decodeHex(places: readonly number[], text: string): Iterable<Reading> {
  return decodeBytes(Buffer.from(places.map((place) => text.charAt(place)).join(""), "hex"), places, 2);
}

/**
 * The text of bytes, or of what they are when they are unpacked.
 * @param perByte how many of the places one byte takes. Of fewer places, and of packed bytes, a value covers all.
 */
function* decodeBytes(bytes: Buffer, places: readonly number[], perByte: number): Iterable<Reading> {
  const own = findPrinted(bytes);
  const found = own ?? findPrinted(unpackBytes(bytes));
  if (found === null) return;
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  const all = { start: first, end: last + 1 };
  const hasPlaces = own !== null && places.length + perByte >= bytes.length * perByte;
  const per = perByte * found.width;
  yield {
    text: found.text,
    original: ({ start, end }) =>
      hasPlaces
        ? {
            start: places[Math.floor(start * per)] ?? first,
            end: (places[Math.ceil(end * per) - 1] ?? last) + 1,
          }
        : all,
  };
}

/** Nothing when the bytes are not packed. The end may have been cut off. */
function unpackBytes(bytes: Buffer): Buffer {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const isZlib = bytes.length > 2 && bytes[0] === 0x78 && bytes.readUInt16BE(0) % 31 === 0;
  const isRaw = bytes.length >= RAW_BYTES_MIN && [3, 5].includes((bytes[0] ?? 0) & 7);
  if (!isGzip && !isZlib && !isRaw) return Buffer.alloc(0);
  const unpack = isGzip ? gunzipSync : isZlib ? inflateSync : inflateRawSync;
  try {
    return unpack(bytes, { maxOutputLength: UNPACKED_BYTES_MAX, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return Buffer.alloc(0);
  }
}

/** The text of bytes, and its bytes per character; UTF-16 when every other byte is zero; `null` when they are no text. */
function findPrinted(bytes: Buffer): { readonly text: string; readonly width: number } | null {
  const odd = bytes.subarray(0, 200).filter((_, i) => i % 2 === 1);
  const isWide = odd.length >= 8 && odd.filter((byte) => byte === 0).length > odd.length * 0.9;
  const text = bytes.toString(isWide ? "utf16le" : "latin1");
  const sample = text.slice(0, SAMPLE_CHARS);
  const printed = sample.match(PRINTED)?.join("").length ?? 0;
  return sample.length >= 8 && printed / sample.length >= PRINTED_MIN
    ? { text, width: isWide ? 2 : 1 }
    : null;
}
