/** The number of leading entries that are the same objects in both lists. */
export function countCommonPrefix<T>(a: readonly T[], b: readonly T[]): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}
