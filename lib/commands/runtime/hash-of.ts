import { hash } from "node:crypto";
import { CONTENT_HASH_CHARS } from "@/lib/core/hash";

/** The core's content hash, with the platform's faster implementation. */
export function hashOf(text: string): string {
  return hash("sha256", text, "hex").slice(0, CONTENT_HASH_CHARS);
}

export function makeRememberingHash(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = hashOf(text);
    known.set(text, made);
    return made;
  };
}
