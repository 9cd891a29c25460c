import type { Tokens } from "@/lib/core/units";

const DEFAULT_WINDOW: Tokens = 128_000;

const KNOWN: ReadonlyMap<Tokens, Tokens> = new Map([
  [64_000, 37_000],
  [128_000, 98_000],
  [200_000, 160_000],
]);

export function maxAllowed(contextWindow: Tokens | null): {
  readonly contextWindow: Tokens;
  readonly maxAllowedSize: Tokens;
} {
  const window = contextWindow || DEFAULT_WINDOW;
  return {
    contextWindow: window,
    maxAllowedSize: KNOWN.get(window) ?? Math.max(window - 40_000, window * 0.8),
  };
}
