import { byteLength, bytesToTokens, truncateMiddle, type MiddleBudget } from "./truncate-middle";

const UNKNOWN_MODEL: MiddleBudget = { bytes: 10_000 };

const ALREADY_TRUNCATED = "Warning: truncated output (original token count: ";

/** The output as Codex records it. A long output loses its middle at once, not only when the session is compacted. */
export function recordOutput(text: string, tokenLimit: number | null): string {
  const budget = tokenLimit === null ? UNKNOWN_MODEL : { tokens: tokenLimit };
  const limit = "tokens" in budget ? budget.tokens * 4 : budget.bytes;
  if (text.length <= limit / 4) return text;
  const bytes = byteLength(text);
  if (bytes <= limit || text.includes(ALREADY_TRUNCATED)) return text;
  const lines = text.replace(/\n$/, "").split("\n").length;
  const head = `${ALREADY_TRUNCATED}${bytesToTokens(bytes)})\nTotal output lines: ${lines}\n\n`;
  return head + truncateMiddle(text, budget);
}
