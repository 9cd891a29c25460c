import { revealText } from "./trace-text";

/** `keep_last` and `keepLast` both become "Keep last". */
export function spellKey(key: string): string {
  const words = revealText(key)
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_.]+/g, " ")
    .trim()
    .toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
