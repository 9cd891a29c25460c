import { hash } from "node:crypto";

/** Hex characters of a content hash: 128 bits of SHA-256, enough that a collision is not a concern. */
export const CONTENT_HASH_CHARS = 32;

/**
 * The address of a text within its session: 32 hex characters, equal only for equal texts. It is written from bytes,
 * because a slice of a longer string keeps all of that string in memory.
 */
export function hashContent(text: string): string {
  return hash("sha256", text, "buffer").toString("hex", 0, CONTENT_HASH_CHARS / 2);
}

/** JSON with object keys in code-unit order, so that equal values have equal text. */
export function writeCanonicalJson(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(writeCanonicalJson).join(",")}]`;
  const entries = Object.entries(value).filter(([, v]) => v !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${entries.map(([k, v]) => `${JSON.stringify(k)}:${writeCanonicalJson(v)}`).join(",")}}`;
}
