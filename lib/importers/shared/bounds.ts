import { contentHash } from "@/lib/core/hash";
import { NAME_CHARS_MAX, TOKENS_MAX } from "@/lib/core/trace/limits";
import type { Tokens } from "@/lib/core/units";
import { countOf, stringOf } from "./values";

/** Leaves room below the limit of an event's ids for what an importer puts before and behind a foreign one. */
const FOREIGN_ID_CHARS_MAX = 200;
const HASH_CHARS = 16;

/** A foreign id, one that is too long for an event by its beginning and its hash; `undefined` for any other value. */
export function idIn(value: unknown): string | undefined {
  const id = stringOf(value);
  if (id === undefined || id.length <= FOREIGN_ID_CHARS_MAX) return id;
  return `${id.slice(0, FOREIGN_ID_CHARS_MAX).toWellFormed()}:${contentHash(id).slice(0, HASH_CHARS)}`;
}

/** A foreign name, cut to what an event may hold; `undefined` for any other value. */
export function nameIn(value: unknown): string | undefined {
  return stringOf(value)?.slice(0, NAME_CHARS_MAX).toWellFormed();
}

/** A foreign token figure, or `undefined` when it is not a figure or not believable. */
export function tokensIn(value: unknown): Tokens | undefined {
  const tokens = countOf(value);
  return tokens === undefined || tokens > TOKENS_MAX ? undefined : tokens;
}
