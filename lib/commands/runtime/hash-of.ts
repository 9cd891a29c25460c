import { hash } from "node:crypto";
import { CONTENT_HASH_CHARS } from "@/lib/core/hash";

/** The core's content hash, with the platform's faster implementation. */
export function hashOf(text: string): string {
  return hash("sha256", text, "hex").slice(0, CONTENT_HASH_CHARS);
}
