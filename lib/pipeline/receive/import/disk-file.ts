import { closeSync, fstatSync, readSync } from "node:fs";
import { WeightedCache } from "@/lib/db/weighted-cache";
import { chooseImporter } from "@/lib/importers/choose";
import type { ImportFile } from "@/lib/importers/reading/importer";
import type { LeadingLines } from "@/lib/importers/reading/leading-lines";
import { findLeadingLines, skipChars } from "@/lib/importers/reading/leading-lines";
import type { Damage } from "@/lib/importers/reading/mend-text";
import type { Sniff } from "@/lib/importers/reading/sniff";
import { HEAD_CHARS, readFirstRecords, sniffFile } from "@/lib/importers/reading/sniff";
import type { Received } from "./received";
import { openRegular, openRegularSync, readFileText, decodeHead } from "./regular-file";

/** Characters of beginnings that stay in memory, because a folder can have many files. */
const HEADS_CHARS_MAX = 8 * HEAD_CHARS;

/**
 * @param name can differ from the name on disk
 * @param knownDamage what is damaged in the archive that it comes from
 * @throws as {@link openRegular}
 */
export async function openDiskFile(
  path: string,
  name: string,
  knownDamage: readonly Damage[] = [],
): Promise<ImportFile> {
  const handle = await openRegular(path);
  try {
    const { size } = await handle.stat();
    const head = Buffer.allocUnsafe(Math.min(size, HEAD_CHARS) || 1);
    const { bytesRead } = await handle.read(head, 0, head.length, 0);
    let damage: readonly Damage[] = [];
    const readChunks = () => readFileText(path, undefined, (found) => (damage = found));
    const text = decodeHead(head.subarray(0, bytesRead));
    const isWhole = size <= HEAD_CHARS;
    const plain = await sniffFile(name, text, isWhole ? undefined : readChunks);
    const leading = await findLeading(plain, text, isWhole, readChunks);
    const { seen = plain, chars = 0 } = leading ?? {};
    heads.set(path, seen.head, seen.head.length);
    const before: Damage[] =
      leading === null ? [] : [{ kind: "leading_lines", count: leading.lines, line: 1 }];
    return {
      name,
      sniff: new ForgetfulSniff(seen, path, chars),
      chunks: () => (chars === 0 ? readChunks() : skipChars(readChunks(), chars)),
      damage: () => [...knownDamage, ...before, ...damage],
    };
  } finally {
    await handle.close();
  }
}

/** Of a text that nobody reads: the lines before its records, if somebody reads these. */
async function findLeading(
  plain: Sniff,
  text: string,
  isWhole: boolean,
  readChunks: () => AsyncIterable<string>,
): Promise<(LeadingLines & { readonly seen: Sniff }) | null> {
  if (plain.shape !== "text" || chooseImporter(plain).importer !== null) return null;
  const leading = findLeadingLines(text, isWhole);
  if (leading === null) return null;
  const { chars } = leading;
  const rest = isWhole ? undefined : () => skipChars(readChunks(), chars);
  const seen = await sniffFile(plain.name, text.slice(chars), rest);
  return chooseImporter(seen).importer === null ? null : { ...leading, seen };
}

/** Opens a file that came in, also out of an archive. */
export async function openReceived({ path, name, damage, refused }: Received): Promise<ImportFile> {
  const file = await openDiskFile(path, name, damage);
  return refused === undefined ? file : { ...file, refused };
}

const heads = new WeightedCache<string>("file heads", HEADS_CHARS_MAX);
const records = new WeightedCache<Sniff["records"]>("file records", HEADS_CHARS_MAX);

/** Drops the beginning of a file and reads it again when needed. */
class ForgetfulSniff implements Sniff {
  readonly name: string;
  readonly shape: Sniff["shape"];
  readonly paths: Sniff["paths"];
  readonly fingerprint: string;
  readonly isBroken: boolean;

  constructor(
    { name, shape, paths, fingerprint, isBroken }: Sniff,
    private readonly path: string,
    private readonly skipped: number,
  ) {
    this.name = name;
    this.shape = shape;
    this.paths = paths;
    this.fingerprint = fingerprint;
    this.isBroken = isBroken;
  }

  get head(): string {
    const cached = heads.get(this.path);
    if (cached !== undefined) return cached;
    const head = readHead(this.path).slice(this.skipped);
    heads.set(this.path, head, head.length);
    return head;
  }

  get records(): Sniff["records"] {
    const cached = records.get(this.path);
    if (cached !== undefined) return cached;
    const found = this.shape === "text" ? [] : readFirstRecords(this.head, this.isBroken);
    records.set(this.path, found, this.head.length);
    return found;
  }
}

function readHead(path: string): string {
  const file = openRegularSync(path);
  try {
    const bytes = Buffer.allocUnsafe(Math.min(fstatSync(file).size, HEAD_CHARS) || 1);
    return decodeHead(bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0)));
  } finally {
    closeSync(file);
  }
}
