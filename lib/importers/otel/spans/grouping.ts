import type { Fact } from "./facts";

export function selectFactsOfType<T extends Fact["type"]>(
  facts: readonly Fact[],
  type: T,
): Extract<Fact, { type: T }>[] {
  return facts.filter((fact): fact is Extract<Fact, { type: T }> => fact.type === type);
}
