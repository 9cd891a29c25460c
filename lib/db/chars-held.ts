/** What a number, or an object besides its parts, counts. */
const VALUE_CHARS = 16;

/** How much memory a JSON value takes, roughly, in characters. */
export function estimateCharsHeld(value: unknown): number {
  if (typeof value === "string") return value.length + VALUE_CHARS;
  if (typeof value !== "object" || value === null) return VALUE_CHARS;
  return Object.values(value).reduce<number>((sum, part) => sum + estimateCharsHeld(part), VALUE_CHARS);
}
