import { sha256 } from "@noble/hashes/sha2.js";

const encoder = new TextEncoder();

/** Hex characters of a content hash: 128 bits of SHA-256, enough that a collision is not a concern. */
export const CONTENT_HASH_CHARS = 32;

/** The address of a text within its session: 32 hex characters, equal only for equal texts. */
export function contentHash(text: string): string {
  return hexOf(sha256(encoder.encode(text)).subarray(0, CONTENT_HASH_CHARS / 2));
}

const HEX_DIGITS = encoder.encode("0123456789abcdef");

/**
 * Built from character codes in one step: a string that is concatenated piece by piece keeps its pieces and takes ten
 * times its memory.
 */
function hexOf(bytes: Uint8Array): string {
  const codes: number[] = [];
  for (const byte of bytes) codes.push(HEX_DIGITS[byte >> 4] ?? 0, HEX_DIGITS[byte & 15] ?? 0);
  return String.fromCharCode(...codes);
}

/** JSON with object keys in code-unit order, so that equal values have equal text. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const entries = Object.entries(value).filter(([, v]) => v !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${entries.map(([k, v]) => `${JSON.stringify(k)}:${canonicalJson(v)}`).join(",")}}`;
}
