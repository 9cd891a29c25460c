import type { ImportReport } from "../reading/importer";
import type { Loose } from "./values";

/** The outermost keys that a format's records have, those included that hold nothing to read. */
export type KnownKeys = ReadonlySet<string>;

const KEY_CHARS_MAX = 80;

/** The keys in a text of words, for lists that are long. */
export function keysIn(...words: readonly string[]): KnownKeys {
  return new Set(words.flatMap((text) => text.split(" ")));
}

/** Names the outermost keys of a record that its format is not known to have. A key without a value is no loss. */
export function noteUnknownKeys(record: Loose, known: KnownKeys, report: ImportReport): void {
  for (const key in record) {
    if (known.has(key) || record[key] === null || record[key] === undefined) continue;
    noteUnreadKey(key, report);
  }
}

/** Says of a key that what it holds is not read. */
export function noteUnreadKey(key: string, report: ImportReport): void {
  const name = key.slice(0, KEY_CHARS_MAX);
  report.warn(
    `unknown_key:${name}`,
    `the key ${name} is not known in this format: what it holds is not read`,
  );
}
