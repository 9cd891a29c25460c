const BYTES_PER_TOKEN = 4;
const encoder = new TextEncoder();

/** Bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** Codex's estimate: a token for every four bytes, rounded up. */
export function bytesToTokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}

/** A budget in the unit that the marker names. */
export type MiddleBudget = { readonly tokens: number } | { readonly bytes: number };

/** Takes the middle out of a text that exceeds the budget. The marker comes on top of it, so the text can get longer. */
export function truncateMiddle(text: string, budget: MiddleBudget): string {
  const points = [...text];
  const sizes = points.map(byteLength);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const limit = "tokens" in budget ? budget.tokens * BYTES_PER_TOKEN : budget.bytes;
  if (total <= limit) return text;
  const left = fitting(sizes, Math.floor(limit / 2));
  const right = fitting([...sizes].reverse(), limit - Math.floor(limit / 2));
  const removed =
    "tokens" in budget
      ? `${bytesToTokens(total - limit)} tokens`
      : `${Math.max(0, points.length - left - right)} chars`;
  const tail = right === 0 ? "" : points.slice(-right).join("");
  return `${points.slice(0, left).join("")}…${removed} truncated…${tail}`;
}

function fitting(sizes: readonly number[], bytes: number): number {
  let sum = 0;
  const end = sizes.findIndex((size) => (sum += size) > bytes);
  return end === -1 ? sizes.length : end;
}
