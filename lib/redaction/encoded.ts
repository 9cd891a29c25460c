import type { Found, Span } from "./detector";
import { decodedDumps } from "./dumps";
import type { DecodedRun } from "./decoded-run";
import { base32Bytes, listedBytes, textOf, unpacked } from "./decoded-run";

const BASE64 = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{20,}={0,2}/g;
const WRAPPED_BASE64 = /(?<![A-Za-z0-9+/])(?:[A-Za-z0-9+/]{60,120}\r?\n){1,2000}[A-Za-z0-9+/]{0,120}={0,2}/g;
const BASE32 = /(?<![A-Za-z0-9])(?:[A-Z2-7]{24,}|[a-z2-7]{24,})={0,6}/g;
const HEX = /(?<![0-9a-fA-F])(?:0x)?((?:[0-9a-fA-F]{2}){10,})/g;
const HEX_PAIRS = /(?<![0-9a-fA-F])(?:[0-9a-fA-F]{2}[ :]){9,}[0-9a-fA-F]{2}(?![0-9a-fA-F])/g;
const LISTED =
  /(?<![\w.])(?:(?:0x[0-9a-f]{1,2}|\d{1,3})(?:\s{0,8},\s{0,8}(?:0x[0-9a-f]{1,2}|\d{1,3})){9,}|(?:chr|char|\[char\]|unichr)\(?\s?(?:0x)?[0-9a-f]{2,3}\)?(?:\s{0,4}[+.&,|]{1,2}\s{0,4}(?:chr|char|\[char\]|unichr)\(?\s?(?:0x)?[0-9a-f]{2,3}\)?){7,})(?![\w.])/gi;
const RUN_CHARS_MAX = 200_000;

export type Inside = (decoded: string) => Iterable<Found>;

/**
 * At the places of the encoded characters.
 * @param isTried whether to decode a part
 */
export function* encodedHits(
  text: string,
  inside: Inside,
  isTried: (span: Span) => boolean = () => true,
): Iterable<Found> {
  const runs = function* (pattern: RegExp) {
    for (const match of text.matchAll(pattern))
      if (isTried({ start: match.index, end: match.index + match[0].length })) yield match;
  };
  for (const pattern of [BASE64, WRAPPED_BASE64])
    for (const match of runs(pattern)) yield* inBase64(match[0], match.index, inside);
  for (const match of runs(BASE32)) {
    const bytes = base32Bytes(match[0].slice(0, RUN_CHARS_MAX));
    yield* inRun({ bytes, at: match.index, length: match[0].length, perByte: 8 / 5 }, inside);
  }
  for (const match of runs(HEX)) {
    const digits = match[1] ?? "";
    yield* inHex(digits, match.index + match[0].length - digits.length, 2, inside);
  }
  for (const match of runs(HEX_PAIRS)) yield* inHex(match[0], match.index, 3, inside);
  for (const match of runs(LISTED)) {
    const bytes = listedBytes(match[0]);
    if (bytes !== null) yield* inWhole(bytes, match.index, match[0].length, inside);
  }
  for (const { text: decoded, original } of isTried({ start: 0, end: 0 }) ? decodedDumps(text) : [])
    for (const found of inside(decoded)) yield { ...found, ...original(found) };
}

/** A run may start with characters that do not belong to it, such as a path. So all four offsets are tried. */
function* inBase64(run: string, at: number, inside: Inside): Iterable<Found> {
  const places: number[] = [];
  let bare = "";
  for (const piece of run.slice(0, RUN_CHARS_MAX).matchAll(/[^\r\n]+/g)) {
    for (let i = 0; i < piece[0].length; i++) places.push(at + piece.index + i);
    bare += piece[0];
  }
  for (let skip = 0; skip < 4; skip++) {
    const bytes = Buffer.from(bare.slice(skip), "base64");
    const decoded = textOf(bytes);
    if (decoded === null) continue;
    const width = decoded.isWide ? 2 : 1;
    const place = (sign: number) =>
      places[Math.min(places.length - 1, skip + Math.floor((sign * width * 4) / 3))] ?? at;
    for (const found of inside(decoded.text))
      yield { ...found, start: place(found.start), end: place(found.end - 1) + 2 * width };
    return;
  }
  yield* inPacked(Buffer.from(bare, "base64"), at, run.length, inside);
}

function* inHex(run: string, at: number, width: 2 | 3, inside: Inside): Iterable<Found> {
  const bytes = Buffer.from(run.slice(0, RUN_CHARS_MAX).replace(/[ :]/g, ""), "hex");
  yield* inRun({ bytes, at, length: run.length, perByte: width }, inside);
}

function* inRun({ bytes, at, length, perByte }: DecodedRun, inside: Inside): Iterable<Found> {
  const decoded = textOf(bytes);
  if (decoded === null) return yield* inPacked(bytes, at, length, inside);
  const perSign = perByte * (decoded.isWide ? 2 : 1);
  for (const found of inside(decoded.text))
    yield {
      ...found,
      start: at + Math.floor(found.start * perSign),
      end: Math.min(at + length, at + Math.ceil(found.end * perSign)),
    };
}

/** Compressed bytes have no places of their own, so a hit covers the whole run. */
function* inPacked(bytes: Buffer, at: number, length: number, inside: Inside): Iterable<Found> {
  const plain = unpacked(bytes);
  if (plain !== null) yield* inWhole(plain, at, length, inside);
}

function* inWhole(bytes: Buffer, at: number, length: number, inside: Inside): Iterable<Found> {
  const decoded = textOf(bytes);
  if (decoded !== null)
    for (const found of inside(decoded.text)) yield { ...found, start: at, end: at + length };
}
