import { gzipSync } from "node:zlib";
import type { Damage } from "@/lib/importers/reading/mend-text";

/** One way in which a file can lie on a disk, and what an import owes to who gives it. */
export interface DamageKind {
  readonly name: string;
  /** `null` where this cannot happen to the file. */
  readonly change: (bytes: Buffer) => Buffer | null;
  /** What a warning names it by; `null` where nothing is damaged, so that the file must say the same. */
  readonly named: Damage["kind"] | "cut" | null;
  /** Rows are missing, so that figures can be less. Otherwise they are equal. */
  readonly lacksRows?: boolean;
}

const ZEROS = 1_500;

/** Every kind at a place that `share` of the file gives. */
export function listDamageKinds(share: number): readonly DamageKind[] {
  const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(ZEROS)]);
  return [
    { name: "zero bytes at the end", change: padded, named: "zero_bytes" },
    {
      name: "zero bytes between lines",
      change: (bytes) => insertBetween(bytes, share, Buffer.alloc(ZEROS)),
      named: "zero_bytes",
    },
    {
      name: "zero bytes over a stretch",
      change: (bytes) => overwritten(bytes, share),
      named: "zero_bytes",
      lacksRows: true,
    },
    {
      name: "UTF-16",
      change: (bytes) => Buffer.from(`\ufeff${bytes.toString()}`, "utf16le"),
      named: null,
    },
    {
      name: "UTF-16 without a mark",
      change: (bytes) => Buffer.from(bytes.toString(), "utf16le"),
      named: null,
    },
    {
      name: "UTF-16 of the other order",
      change: (bytes) => Buffer.from(`\ufeff${bytes.toString()}`, "utf16le").swap16(),
      named: null,
    },
    {
      name: "UTF-16 of the other order without a mark",
      change: (bytes) => Buffer.from(bytes.toString(), "utf16le").swap16(),
      named: null,
    },
    {
      name: "a byte order mark",
      change: (bytes) => Buffer.concat([Buffer.from("\ufeff"), bytes]),
      named: null,
    },
    { name: "line ends of Windows", change: (bytes) => windowsLines(bytes), named: null },
    { name: "a cut last line", change: cutLastLine, named: "cut", lacksRows: true },
    {
      name: "cut somewhere",
      change: (bytes) => bytes.subarray(0, Math.floor(bytes.length * share)),
      named: "cut",
      lacksRows: true,
    },
    { name: "bytes that are no text", change: (bytes) => spoiled(bytes, share), named: "not_utf8" },
    { name: "a list of the lines", change: (bytes) => listOfLines(bytes), named: null },
    {
      name: "its first line is missing",
      change: (bytes) => withoutFirst(bytes),
      named: null,
      lacksRows: true,
    },
    { name: "gzip", change: (bytes) => gzipSync(bytes), named: null },
    {
      name: "gzip of one with zero bytes",
      change: (bytes) => gzipSync(padded(bytes)),
      named: "zero_bytes",
    },
    {
      name: "gzip of one in UTF-16",
      change: (bytes) => gzipSync(Buffer.from(`\ufeff${bytes.toString()}`, "utf16le")),
      named: null,
    },
    {
      name: "gzip of one with a cut last line",
      change: (bytes) => gzipSync(cutLastLine(bytes)),
      named: "cut",
      lacksRows: true,
    },
    {
      name: "a cut gzip",
      change: (bytes) => {
        const packed = gzipSync(bytes);
        return packed.subarray(0, Math.floor(packed.length * share));
      },
      named: "cut_archive",
      lacksRows: true,
    },
  ];
}

function windowsLines(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString().replaceAll("\n", "\r\n"));
}

/** The records of a file of lines; `null` for a document. */
export function jsonLinesOf(bytes: Buffer): readonly string[] | null {
  const lines = bytes
    .toString()
    .split("\n")
    .filter((line) => line.trim() !== "");
  return lines.length > 2 && lines.every((line) => line.startsWith("{") && line.endsWith("}")) ? lines : null;
}

function listOfLines(bytes: Buffer): Buffer | null {
  const lines = jsonLinesOf(bytes);
  return lines === null ? null : Buffer.from(`[${lines.join(",\n")}]`);
}

function withoutFirst(bytes: Buffer): Buffer | null {
  return jsonLinesOf(bytes) === null ? null : bytes.subarray(bytes.indexOf("\n") + 1);
}

function cutLastLine(bytes: Buffer): Buffer {
  const length = bytes.toString().trimEnd().length;
  return Buffer.from(bytes.toString().slice(0, length - 9));
}

function insertBetween(bytes: Buffer, share: number, put: Buffer): Buffer | null {
  if (jsonLinesOf(bytes) === null) return null;
  const at = bytes.indexOf("\n", Math.floor(bytes.length * share)) + 1;
  return at === 0 ? null : Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at)]);
}

function overwritten(bytes: Buffer, share: number): Buffer {
  const length = Math.min(ZEROS, Math.ceil(bytes.length / 20));
  const at = Math.floor((bytes.length - length) * share);
  return Buffer.from(bytes).fill(0, at, at + length);
}

/** Inside of words that stand once, so that the form of the file stays and no copy of them says otherwise. */
function spoiled(bytes: Buffer, share: number): Buffer | null {
  const text = bytes.toString("latin1");
  const places = text.slice(Math.floor(text.length * share)).matchAll(/[a-z]{3,} [a-z]{3,} [a-z]{2,}/g);
  for (const { 0: words } of places) {
    const at = text.indexOf(words);
    if (text.includes(words, at + 1)) continue;
    return Buffer.concat([bytes.subarray(0, at + 1), Buffer.from([0xe9, 0xff]), bytes.subarray(at + 1)]);
  }
  return null;
}
