import { promisify } from "node:util";
import { deflateRaw, deflateRawSync, inflateRawSync } from "node:zlib";
import type { StoredText } from "./encode";

/** Where a text starts in the run of its batch, and how long it is, in bytes of UTF-8. */
export interface TextPlace extends StoredText {
  readonly start: number;
  readonly bytes: number;
}

const deflate = promisify(deflateRaw);
const LEVEL = 4;
const SHORT_BYTES_MAX = 4_096;
const SHORT = { level: LEVEL, windowBits: 13, memLevel: 6 };

export function layOut(texts: readonly StoredText[]): TextPlace[] {
  let start = 0;
  return texts.map(({ hash, text }) => {
    const bytes = Buffer.byteLength(text);
    const place = { hash, text, start, bytes };
    start += bytes;
    return place;
  });
}

export async function packTexts(texts: readonly StoredText[]): Promise<Buffer> {
  return texts.length === 0 ? Buffer.alloc(0) : deflated(texts.map((t) => t.text).join(""));
}

export function unpackTexts(packed: Uint8Array): Buffer {
  return packed.length === 0 ? Buffer.alloc(0) : inflateRawSync(packed);
}

export async function packBodies(bodies: readonly string[]): Promise<Buffer> {
  return deflated(bodies.join("\n"));
}

/** Short texts are packed at once, long ones beside the other work of the process. */
async function deflated(text: string): Promise<Buffer> {
  const bytes = Buffer.from(text, "utf8");
  return bytes.length > SHORT_BYTES_MAX ? deflate(bytes, { level: LEVEL }) : deflateRawSync(bytes, SHORT);
}

export function unpackBodies(packed: Uint8Array): Record<string, unknown>[] {
  return inflateRawSync(packed)
    .toString("utf8")
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
