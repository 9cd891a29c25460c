import { crc32 } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export interface PngFrame {
  /** All pictures must have the same size and colours. */
  readonly png: Buffer;
  readonly ms: number;
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/**
 * One animated PNG of whole pictures, repeated forever. A reader without animation shows the first picture.
 * @throws when a picture has another size or other colours than the first one
 */
export function animatedPng(frames: readonly PngFrame[]): Buffer {
  const pictures = frames.map(({ png }) => chunksOf(png));
  const header = dataOf(pictures[0] ?? [], "IHDR");
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  let sequence = 0;
  const control = (ms: number) =>
    chunk("fcTL", uints(sequence++, width, height, 0, 0), Buffer.from([ms >> 8, ms & 0xff, 3, 232, 0, 0]));
  const body = pictures.flatMap((chunks, i) => {
    if (!dataOf(chunks, "IHDR").equals(header)) throw new Error(`picture ${i} is not like the first one`);
    const pixels = dataOf(chunks, "IDAT");
    const place = control(frames[i]?.ms ?? 0);
    return [place, i === 0 ? chunk("IDAT", pixels) : chunk("fdAT", uints(sequence++), pixels)];
  });
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("acTL", uints(frames.length, 0)),
    ...body,
    chunk("IEND"),
  ]);
}

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

function dataOf(chunks: readonly Chunk[], type: string): Buffer {
  return Buffer.concat(chunks.filter((one) => one.type === type).map(({ data }) => data));
}

function chunk(type: string, ...data: Buffer[]): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), ...data]);
  return Buffer.concat([uints(named.length - type.length), named, uints(crc32(named))]);
}

function uints(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, i * 4);
  return bytes;
}
