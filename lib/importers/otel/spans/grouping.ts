import type { Fact } from "./facts";

/** The facts of one type. */
export function ofType<T extends Fact["type"]>(
  facts: readonly Fact[],
  type: T,
): Extract<Fact, { type: T }>[] {
  return facts.filter((fact): fact is Extract<Fact, { type: T }> => fact.type === type);
}

/** Items by a key, in the order that they have. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
