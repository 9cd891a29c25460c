export function sumBy<T>(list: readonly T[], figure: (item: T) => number): number {
  return list.reduce((sum, item) => sum + figure(item), 0);
}
