import type { Tokens } from "../units";
import type { TurnRates } from "./money";

export interface Segment {
  readonly from: Tokens;
  readonly to: Tokens;
  readonly rate: number;
  readonly charge: "read" | "written" | "uncached";
  /** What the charge is for a block that stood there before. */
  readonly part: "carried" | "rewritten";
}

/** The charged parts of a request, cut where the cache of the call before ended. */
export function cutSegments({ parts }: TurnRates, keptTokens: Tokens | null): Segment[] {
  let from = 0;
  return parts.flatMap(({ to, rate, charge }) => {
    const begin = from;
    from = Math.max(from, to);
    if (to <= begin) return [];
    const cut = charge === "read" || keptTokens === null ? begin : Math.min(Math.max(begin, keptTokens), to);
    return [
      ...(cut > begin ? [{ from: begin, to: cut, rate, charge, part: "rewritten" as const }] : []),
      ...(to > cut ? [{ from: cut, to, rate, charge, part: "carried" as const }] : []),
    ];
  });
}

/** The residual by charge; below 0 where the record holds more than was sent. */
export function splitResidual(
  { parts, input }: TurnRates,
  residual: Tokens,
  size: Tokens,
  hidden: readonly { readonly from: Tokens; readonly to: Tokens }[],
) {
  if (residual >= 0) return hidden.flatMap(({ from, to }) => splitShares(parts, from, to));
  return splitShares(parts, input, size).map((share) => ({ ...share, tokens: -share.tokens }));
}

/** How much of a stretch of the request was charged at each rate. */
export function splitShares(parts: TurnRates["parts"], from: Tokens, to: Tokens) {
  return parts.map(({ to: end, rate, charge }, n) => {
    const begin = parts[n - 1]?.to ?? 0;
    return { charge, rate, tokens: measureOverlap(begin, Math.max(begin, end), from, to) };
  });
}

/** How far the stretch from `a` to `b` and the one from `c` to `d` overlap. */
export function measureOverlap(a: number, b: number, c: number, d: number): number {
  return Math.max(0, Math.min(b, d) - Math.max(a, c));
}
