/** The 97.5th percentile of the normal distribution: 95% lie within it on both sides. */
const Z = 1.959964;

/**
 * Where a share of a population lies with 95% confidence, judged by a sample: Wilson's interval, which stays between 0
 * and 1 and is of use for few cases too.
 * @param hits cases of the sample that count; at most `n`
 * @param n cases of the sample; of none, nothing is known
 */
export function shareInterval(hits: number, n: number): { readonly low: number; readonly high: number } {
  if (n === 0) return { low: 0, high: 1 };
  const share = hits / n;
  const middle = share + (Z * Z) / (2 * n);
  const reach = Z * Math.sqrt((share * (1 - share)) / n + (Z * Z) / (4 * n * n));
  const scale = 1 + (Z * Z) / n;
  return { low: Math.max(0, (middle - reach) / scale), high: Math.min(1, (middle + reach) / scale) };
}
