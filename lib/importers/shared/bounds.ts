import { hashContent } from "@/lib/core/hash";
import { NAME_CHARS_MAX, STATED_NOTE_CHARS_MAX, TOKENS_MAX } from "@/lib/core/trace/limits";
import type { Tokens } from "@/lib/core/units";
import { countOf, stringOf } from "./values";

/** Leaves room for what an importer adds around a foreign id. */
const FOREIGN_ID_CHARS_MAX = 200;
const HASH_CHARS = 16;

/** An id of the source. A longer one than fits is cut, and a hash keeps it apart from others that begin the same. */
export function findId(value: unknown): string | undefined {
  const id = stringOf(value);
  if (id === undefined || id.length <= FOREIGN_ID_CHARS_MAX) return id;
  return `${id.slice(0, FOREIGN_ID_CHARS_MAX).toWellFormed()}:${hashContent(id).slice(0, HASH_CHARS)}`;
}

/** A name of the source, cut where it is longer than fits. */
export function nameIn(value: unknown): string | undefined {
  return stringOf(value)?.slice(0, NAME_CHARS_MAX).toWellFormed();
}

/** A sentence of the source, cut where it is longer than fits. */
export function noteIn(value: unknown): string | undefined {
  return stringOf(value)?.slice(0, STATED_NOTE_CHARS_MAX).toWellFormed();
}

/** A count of tokens; `undefined` for what cannot be one. */
export function findTokens(value: unknown): Tokens | undefined {
  const tokens = countOf(value);
  return tokens === undefined || tokens > TOKENS_MAX ? undefined : tokens;
}
