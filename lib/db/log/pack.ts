import { promisify } from "node:util";
import {
  brotliCompress,
  brotliDecompressSync,
  constants,
  deflateRaw,
  deflateRawSync,
  inflateRawSync,
} from "node:zlib";
import type { StoredText } from "./encode";

/** The place of a text in the run of its batch: its start and its length, in bytes of UTF-8. */
export interface TextPlace extends StoredText {
  readonly start: number;
  readonly bytes: number;
}

const deflate = promisify(deflateRaw);
const brotli = promisify(brotliCompress);
/** What is long is packed with Brotli, a fifth smaller than deflated, and as fast to unpack. */
const LONG_BYTES_MIN = 16_384;
const LONG_QUALITY = 6;
/** Stands before what is packed with Brotli. What is deflated never begins with it: it names a kind of block that there is not. */
const BROTLI = 0b110;
const LEVEL = 4;
const SHORT_BYTES_MAX = 4_096;
const SHORT = { level: LEVEL, windowBits: 13, memLevel: 6 };

/** The places of texts in the run that {@link packTexts} makes of them, so that one can be read alone. */
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
  return texts.length === 0 ? Buffer.alloc(0) : packText(texts.map((t) => t.text).join(""));
}

export function unpackTexts(run: Uint8Array): Buffer {
  return run.length === 0 ? Buffer.alloc(0) : unpackBytes(run);
}

export async function packBodies(bodies: readonly string[]): Promise<Buffer> {
  return packText(bodies.join("\n"));
}

/** What is short is packed at once; what is long, beside the other work of the process. */
async function packText(text: string): Promise<Buffer> {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length >= LONG_BYTES_MIN) {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: LONG_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    return Buffer.concat([Buffer.from([BROTLI]), await brotli(bytes, { params })]);
  }
  return bytes.length > SHORT_BYTES_MAX ? deflate(bytes, { level: LEVEL }) : deflateRawSync(bytes, SHORT);
}

function unpackBytes(bytes: Uint8Array): Buffer {
  return bytes[0] === BROTLI ? brotliDecompressSync(bytes.subarray(1)) : inflateRawSync(bytes);
}

/** One by one: each is parsed when it is asked for. */
export function* unpackedBodies(bodies: Uint8Array): Generator<Record<string, unknown>> {
  for (const line of unpackBytes(bodies).toString("utf8").split("\n"))
    yield JSON.parse(line) as Record<string, unknown>;
}
