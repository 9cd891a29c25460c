/** The 97.5th percentile of the normal distribution: 95 % of it lies between -Z and Z. */
const Z = 1.959964;

/**
 * The 95 % confidence interval of a share (Wilson's interval). It stays between 0 and 1 and is useful for small
 * samples.
 * @param hits the cases that count, at most `n`
 * @param n the size of the sample; 0 gives no information
 */
export function shareInterval(hits: number, n: number): { readonly low: number; readonly high: number } {
  if (n === 0) return { low: 0, high: 1 };
  const share = hits / n;
  const middle = share + (Z * Z) / (2 * n);
  const reach = Z * Math.sqrt((share * (1 - share)) / n + (Z * Z) / (4 * n * n));
  const scale = 1 + (Z * Z) / n;
  return { low: Math.max(0, (middle - reach) / scale), high: Math.min(1, (middle + reach) / scale) };
}
