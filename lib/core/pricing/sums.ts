/** Sources state costs in US dollars. */
export const STATED_CURRENCY = "USD";

type Summed = "uncached" | "cacheRead" | "cacheWrite" | "output" | "other";

/** Stands apart from the prices, whose table no page of sums needs. */
export function sumOfParts({
  uncached,
  cacheRead,
  cacheWrite,
  output,
  other,
}: Readonly<Record<Summed, number>>): number {
  return uncached + cacheRead + cacheWrite + output + other;
}
