import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { StoredText } from "./encode";

/** Where a text starts in the run of its batch, and how long it is, in bytes of UTF-8. */
export interface TextPlace extends StoredText {
  readonly start: number;
  readonly bytes: number;
}

const LEVEL = 4;

/** Lays texts end to end. */
export function layOut(texts: readonly StoredText[]): TextPlace[] {
  let start = 0;
  return texts.map(({ hash, text }) => {
    const bytes = Buffer.byteLength(text);
    const place = { hash, text, start, bytes };
    start += bytes;
    return place;
  });
}

export function packTexts(texts: readonly StoredText[]): Buffer {
  return texts.length === 0
    ? Buffer.alloc(0)
    : deflateRawSync(texts.map((t) => t.text).join(""), { level: LEVEL });
}

export function unpackTexts(packed: Uint8Array): Buffer {
  return packed.length === 0 ? Buffer.alloc(0) : inflateRawSync(packed);
}

/** Packs bodies that are JSON already. */
export function packBodies(bodies: readonly string[]): Buffer {
  return deflateRawSync(bodies.join("\n"), { level: LEVEL });
}

export function unpackBodies(packed: Uint8Array): Record<string, unknown>[] {
  return inflateRawSync(packed)
    .toString("utf8")
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
