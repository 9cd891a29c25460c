import type { Found } from "./detector";

const BASE64 = /[A-Za-z0-9+/_-]{20,}={0,2}/g;
const WRAPPED_BASE64 = /(?:[A-Za-z0-9+/]{60,120}\r?\n){1,2000}[A-Za-z0-9+/]{0,120}={0,2}/g;
const HEX = /(?:0x)?((?:[0-9a-fA-F]{2}){10,})/g;
const HEX_PAIRS = /(?<![0-9a-fA-F])(?:[0-9a-fA-F]{2}[ :]){9,}[0-9a-fA-F]{2}(?![0-9a-fA-F])/g;
const PRINTED_MIN = 0.95;
const RUN_CHARS_MAX = 200_000;
/** How often a text may be encoded. */
const DEPTH_MAX = 2;

type Scan = (text: string) => Iterable<Found>;

export function* encodedHits(text: string, scan: Scan, depth = 1): Iterable<Found> {
  for (const pattern of [BASE64, WRAPPED_BASE64])
    for (const match of text.matchAll(pattern)) yield* inBase64(match[0], match.index, scan, depth);
  for (const match of text.matchAll(HEX)) {
    const digits = match[1] ?? "";
    yield* inHex(digits, match.index + match[0].length - digits.length, 2, scan);
  }
  for (const match of text.matchAll(HEX_PAIRS)) yield* inHex(match[0], match.index, 3, scan);
}

/** A run may start with characters that do not belong to it, such as a path. So all four offsets are tried. */
function* inBase64(run: string, at: number, scan: Scan, depth: number): Iterable<Found> {
  const places: number[] = [];
  let bare = "";
  for (const piece of run.slice(0, RUN_CHARS_MAX).matchAll(/[^\r\n]+/g)) {
    for (let i = 0; i < piece[0].length; i++) places.push(at + piece.index + i);
    bare += piece[0];
  }
  for (let skip = 0; skip < 4; skip++) {
    const bytes = Buffer.from(bare.slice(skip), "base64");
    const wide = isWide(bytes);
    const decoded = wide ? bytes.toString("utf16le") : bytes.toString("latin1");
    if (!isPrinted(decoded)) continue;
    const place = (sign: number) =>
      places[Math.min(places.length - 1, skip + Math.floor((sign * (wide ? 2 : 1) * 4) / 3))] ?? at;
    for (const found of decodedHits(decoded, scan, depth))
      yield { ...found, start: place(found.start), end: place(found.end - 1) + (wide ? 4 : 2) };
    return;
  }
}

/** What stands in a decoded text, also when it is encoded once more. */
function* decodedHits(decoded: string, scan: Scan, depth: number): Iterable<Found> {
  yield* scan(decoded);
  if (depth < DEPTH_MAX) yield* encodedHits(decoded, scan, depth + 1);
}

/** Whether bytes are text of two bytes a sign, as some shells encode commands. */
function isWide(bytes: Buffer): boolean {
  const sample = bytes.subarray(0, 200);
  let zeros = 0;
  for (let i = 1; i < sample.length; i += 2) if (sample[i] === 0) zeros++;
  return sample.length >= 16 && zeros > sample.length * 0.45;
}

function* inHex(run: string, at: number, width: 2 | 3, scan: Scan): Iterable<Found> {
  const decoded = Buffer.from(run.slice(0, RUN_CHARS_MAX).replace(/[ :]/g, ""), "hex").toString("latin1");
  if (!isPrinted(decoded)) return;
  for (const found of scan(decoded))
    yield { ...found, start: at + found.start * width, end: at + (found.end - 1) * width + 2 };
}

/** Whether decoded bytes are text. If not, the run was not an encoded text. */
function isPrinted(text: string): boolean {
  const sample = text.slice(0, 600);
  let printed = 0;
  for (let i = 0; i < sample.length; i++) {
    const code = sample.charCodeAt(i);
    // Bytes of letters beyond ASCII come in runs of UTF-8.
    const isLetter = code >= 0xc2 && code < 0xf0 && (sample.charCodeAt(i + 1) & 0xc0) === 0x80;
    const goesOn = (code & 0xc0) === 0x80 && sample.charCodeAt(i - 1) >= 0x80;
    if ((code >= 32 && code < 127) || code === 9 || code === 10 || code === 13 || isLetter || goesOn)
      printed++;
  }
  return sample.length > 0 && printed / sample.length >= PRINTED_MIN;
}
