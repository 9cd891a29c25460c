/**
 * The values of a longest strictly ascending subsequence, in order. O(n log n) for n values. It finds the entries of a
 * reordered window that kept their place.
 */
export function findLongestAscending(values: readonly number[]): number[] {
  const tails: number[] = [];
  const back: number[] = [];
  values.forEach((value, i) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[tails[middle] ?? -1] ?? Number.POSITIVE_INFINITY) < value) low = middle + 1;
      else high = middle;
    }
    back[i] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = i;
  });
  const chain: number[] = [];
  for (let i = tails.at(-1) ?? -1; i >= 0; i = back[i] ?? -1) chain.push(values[i] ?? 0);
  return chain.reverse();
}
