import { createGunzip, createInflate } from "node:zlib";
import { type Transform, Readable } from "node:stream";
import { AppError } from "@/lib/errors";
import {
  DRAIN_BYTES_MAX,
  DRAIN_MS_MAX,
  INFLATE_RATIO_ABOVE_BYTES,
  INFLATE_RATIO_MAX,
  BODY_DEPTH_MAX,
} from "@/lib/api/limits/http";
import { getBytesReadHere, isLargeHere, LargeHere } from "./large-here";
import { nextRound } from "@/lib/rounds";

export interface BodyLimits {
  readonly wireBytesMax: number;
  readonly bodyBytesMax: number;
  /** The largest decompression ratio of a body above a size. Absent means the default ratio. */
  readonly inflateRatio?: { readonly max: number; readonly aboveBytes: number };
}

/**
 * The decompressed body in chunks. Counts bytes as they arrive, so a body without a length or a decompression bomb
 * cannot use more memory than the limit.
 * @throws AppError `too_large`, `invalid_encoding` for a broken or unknown compression; {@link LargeHere}
 */
export async function* streamBody(request: Request, limits: BodyLimits): AsyncGenerator<Buffer> {
  if (getBytesReadHere(request) === 0) throw new LargeHere();
  if (request.body === null) return;
  const wire = countWire(request.body, limits.wireBytesMax);
  const inflater = makeInflater(request.headers.get("content-encoding"));
  const here = getBytesReadHere(request);
  if (inflater === null) {
    for await (const chunk of wire.chunks()) {
      if (wire.bytes() > here) throw new LargeHere();
      yield chunk;
    }
    return;
  }
  const source = Readable.from(wire.chunks());
  source.once("error", (error) => inflater.destroy(error));
  const ratio = limits.inflateRatio ?? { max: INFLATE_RATIO_MAX, aboveBytes: INFLATE_RATIO_ABOVE_BYTES };
  let inflated = 0;
  try {
    for await (const chunk of source.pipe(inflater) as AsyncIterable<Buffer>) {
      inflated += chunk.length;
      if (inflated > here) throw new LargeHere();
      const bomb = inflated > ratio.aboveBytes && inflated > wire.bytes() * ratio.max;
      if (inflated > limits.bodyBytesMax || bomb)
        throw makeTooLargeError(limits.bodyBytesMax, "decompressed");
      yield chunk;
    }
  } catch (error) {
    if (error instanceof AppError || error instanceof LargeHere) throw error;
    throw new AppError("invalid_encoding", "the compressed body is broken or ends too early");
  } finally {
    inflater.destroy();
  }
}

export async function readBodyBytes(request: Request, limits: BodyLimits): Promise<Buffer> {
  if (getBytesReadHere(request) === 0) throw new LargeHere();
  const bytes =
    (await readPlainBytes(request, Math.min(limits.wireBytesMax, limits.bodyBytesMax))) ??
    (await joinParts(streamBody(request, limits)));
  if (isLargeHere(request, bytes)) throw new LargeHere();
  return bytes;
}

async function joinParts(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of parts) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * A body with a stated size and without compression, in one read. `null` when it must be counted while it
 * arrives.
 */
async function readPlainBytes(request: Request, bytesMax: number): Promise<Buffer | null> {
  const size = Number(request.headers.get("content-length") ?? Number.NaN);
  const isPlain = makeInflater(request.headers.get("content-encoding")) === null;
  if (!isPlain || !(size <= bytesMax)) return null;
  const bytes = Buffer.from(await request.arrayBuffer());
  if (bytes.length > bytesMax) throw makeTooLargeError(bytesMax, "sent");
  return bytes;
}

/**
 * The whole body as JSON, parsed when it is its turn.
 * @param valuesMax what holds more values is refused before it is parsed
 * @throws AppError `invalid_json` with the position of the error, or for what nests too deeply; `too_large`
 */
export async function readBodyJson(
  request: Request,
  limits: BodyLimits,
  valuesMax = Infinity,
): Promise<unknown> {
  const bytes = requireShallow(await readBodyBytes(request, limits));
  if (hasMoreThan(valuesMax, bytes))
    throw new AppError("too_large", `the body holds more than ${valuesMax} values`);
  if (bytes.length > PARSED_AT_ONCE_BYTES) await nextRound();
  return parseJson(bytes.toString("utf8"));
}

/** JSON that does not nest too deeply to be parsed. @throws AppError `invalid_json` */
export function requireShallow<B extends Uint8Array>(json: B): B {
  if (isDeeperThan(BODY_DEPTH_MAX, json))
    throw new AppError("invalid_json", `the body nests deeper than ${BODY_DEPTH_MAX} levels`);
  return json;
}

/** Parsing less than this takes so little that it waits for nobody. */
const PARSED_AT_ONCE_BYTES = 32 * 1024;

/** Parses JSON. The error names the problem but quotes no content. */
export function parseJson(text: string): unknown {
  // White space to `trim`, and no JSON to `parse`: a byte order mark.
  const json = text.startsWith("\ufeff") ? text.slice(1) : text;
  if (json.trim() === "") throw new AppError("invalid_json", "the body is empty; JSON was expected");
  try {
    return JSON.parse(json) as unknown;
  } catch (error) {
    const position = /position (\d+)/.exec(error instanceof Error ? error.message : "")?.[1];
    throw new AppError(
      "invalid_json",
      `the body is not JSON${position === undefined ? "" : `: it breaks at character ${position}`}`,
    );
  }
}

function makeInflater(encoding: string | null): Transform | null {
  switch (encoding?.trim().toLowerCase() ?? "") {
    case "":
    case "identity":
      return null;
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    default:
      throw new AppError(
        "unsupported_media_type",
        "the content encoding is not supported; gzip, deflate and identity are",
      );
  }
}

function countWire(body: ReadableStream<Uint8Array>, max: number) {
  let bytes = 0;
  return {
    bytes: () => bytes,
    async *chunks(): AsyncGenerator<Buffer> {
      const reader = body.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        bytes += value.byteLength;
        if (bytes > max) {
          await drainReader(reader);
          throw makeTooLargeError(max, "sent");
        }
        yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      }
    },
  };
}

/**
 * A client that is still sending does not read the answer, so the rest of its body is read and dropped, up to
 * a limit.
 */
async function drainReader(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const until = Date.now() + DRAIN_MS_MAX;
  for (let bytes = 0; bytes < DRAIN_BYTES_MAX && Date.now() < until;) {
    const { done, value } = await reader.read();
    if (done) return;
    bytes += value.byteLength;
  }
}

function makeTooLargeError(max: number, how: "sent" | "decompressed"): AppError {
  return new AppError("too_large", `the body is larger than ${sizeText(max)} as ${how}; send it in parts`);
}

function sizeText(bytes: number): string {
  const kib = Math.round(bytes / 1024);
  return kib < 1024 ? `${kib} KiB` : `${Math.round(kib / 1024)} MiB`;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [SQUARE, SQUARE_END, CURLY, CURLY_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Whether JSON nests deeper than so many levels. What stands in its strings does not count. */
export function isDeeperThan(levels: number, json: Uint8Array): boolean {
  return isExceeding(json, levels, Infinity);
}

/** Whether JSON certainly holds more than so many values: each follows a comma, or begins what holds it. */
function hasMoreThan(max: number, json: Uint8Array): boolean {
  return max < json.length && isExceeding(json, Infinity, max);
}

function isExceeding(json: Uint8Array, levels: number, values: number): boolean {
  let [depth, count] = [0, 0];
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (isText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === SQUARE || byte === CURLY) {
      if (++depth > levels || ++count > values) return true;
    } else if (byte === SQUARE_END || byte === CURLY_END) depth--;
    else if (byte === COMMA && ++count > values) return true;
  }
  return false;
}
