import type { BySource } from "@/lib/core/trace/session";
import { KIND } from "./codes";

/** A kind's number takes a byte and its tokens four. Kinds without tokens take none. */
const BYTES_PER_KIND = 5;

/** Tokens per source kind as bytes: turns are many, and most have few of the kinds. */
export function packBySource(bySource: Readonly<BySource>): Uint8Array {
  const kinds = KIND.words
    .map((kind, i) => ({ i, tokens: bySource[kind] ?? 0 }))
    .filter(({ tokens }) => tokens !== 0);
  const view = new DataView(new ArrayBuffer(kinds.length * BYTES_PER_KIND));
  for (const [at, { i, tokens }] of kinds.entries()) {
    view.setUint8(at * BYTES_PER_KIND, i);
    view.setInt32(at * BYTES_PER_KIND + 1, tokens);
  }
  return new Uint8Array(view.buffer);
}

export function unpackBySource(bytes: Uint8Array): BySource {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const bySource: BySource = {};
  for (let at = 0; at + BYTES_PER_KIND <= bytes.length; at += BYTES_PER_KIND) {
    const kind = KIND.words[view.getUint8(at)];
    if (kind !== undefined) bySource[kind] = view.getInt32(at + 1);
  }
  return bySource;
}
