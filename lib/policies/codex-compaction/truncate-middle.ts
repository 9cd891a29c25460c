const BYTES_PER_TOKEN = 4;
const encoder = new TextEncoder();

export function countBytes(text: string): number {
  return encoder.encode(text).length;
}

/** Codex's estimate: one token for every four bytes, rounded up. */
export function convertBytesToTokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}

export type MiddleBudget = { readonly tokens: number } | { readonly bytes: number };

/** Removes the middle of a text that exceeds the budget. The marker is added on top, so the text can become longer. */
export function truncateMiddle(text: string, budget: MiddleBudget): string {
  const points = [...text];
  const sizes = points.map(countBytes);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const limit = "tokens" in budget ? budget.tokens * BYTES_PER_TOKEN : budget.bytes;
  if (total <= limit) return text;
  const left = countFitting(sizes, Math.floor(limit / 2));
  const right = countFitting([...sizes].reverse(), limit - Math.floor(limit / 2));
  const removed =
    "tokens" in budget
      ? `${convertBytesToTokens(total - limit)} tokens`
      : `${Math.max(0, points.length - left - right)} chars`;
  const tail = right === 0 ? "" : points.slice(-right).join("");
  return `${points.slice(0, left).join("")}…${removed} truncated…${tail}`;
}

function countFitting(sizes: readonly number[], bytes: number): number {
  let sum = 0;
  const end = sizes.findIndex((size) => (sum += size) > bytes);
  return end === -1 ? sizes.length : end;
}
