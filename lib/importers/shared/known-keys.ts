import { isRecord } from "@/lib/core/is-record";
import type { ImportReport } from "../reading/importer";

/**
 * What is known of the objects in one place of a format: their keys, those included that hold nothing to read, and what is
 * known of the objects inside them.
 */
export interface KnownKeys {
  /** `null` where a format lets anybody add keys. */
  readonly keys: ReadonlySet<string> | null;
  /** Of an object, or of each object of a list. */
  readonly inside: Readonly<Record<string, KnownKeys>>;
  /** Whether these keys are asked of an object. Others are of a kind that is read whole, or named as a whole. */
  readonly isOf?: (value: Readonly<Record<string, unknown>>) => boolean;
}

const KEY_CHARS_MAX = 80;

/** The keys in a text of words, for lists that are long. */
export function keysIn(...words: readonly string[]): KnownKeys {
  return { keys: wordsIn(words), inside: {} };
}

export function withKeys(known: KnownKeys, ...words: readonly string[]): KnownKeys {
  return { ...known, keys: new Set([...(known.keys ?? []), ...wordsIn(words)]) };
}

export function within(known: KnownKeys, inside: KnownKeys["inside"]): KnownKeys {
  return { ...known, inside: { ...known.inside, ...inside } };
}

/** A place where any key may stand, with what is known of the objects inside. */
export function anyKeys(inside: KnownKeys["inside"]): KnownKeys {
  return { keys: null, inside };
}

function wordsIn(words: readonly string[]): Set<string> {
  return new Set(words.flatMap((text) => text.split(" ")));
}

/**
 * The keys that a value is not known to have, each with the keys that lead to it, such as `message.content.note`. A key
 * without a value is no loss.
 */
export function* unknownKeys(
  value: Readonly<Record<string, unknown>>,
  known: KnownKeys,
  place = "",
): Generator<string> {
  if (known.isOf?.(value) === false) return;
  for (const key in value) {
    const held = value[key];
    if (held === null || held === undefined) continue;
    if (known.keys !== null && !known.keys.has(key)) yield `${place}${key.slice(0, KEY_CHARS_MAX)}`;
    else if (Object.hasOwn(known.inside, key) && known.inside[key] !== undefined && typeof held === "object")
      for (const inner of Array.isArray(held) ? (held as unknown[]) : [held])
        if (isRecord(inner)) yield* unknownKeys(inner, known.inside[key], `${place}${key}.`);
  }
}

/** Names the keys of a record and of what stands inside it that its format is not known to have. */
export function noteUnknownKeys(
  record: Readonly<Record<string, unknown>>,
  known: KnownKeys,
  report: ImportReport,
  place = "",
): void {
  for (const key of unknownKeys(record, known, place)) noteUnreadKey(key, report);
}

/** Says of a key that what it holds is not read. */
export function noteUnreadKey(key: string, report: ImportReport): void {
  const name = key.slice(0, KEY_CHARS_MAX);
  report.warn(
    `unknown_key:${name}`,
    `the key ${name} is not known in this format: what it holds is not read`,
  );
}
