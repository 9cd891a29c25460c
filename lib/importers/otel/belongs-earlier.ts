/**
 * Thrown when a record would have changed what was written before. Everything must then be computed again.
 */
export class BelongsEarlier extends Error {}

/** @throws BelongsEarlier when the condition does not hold */
export function assertInOrder(condition: boolean): asserts condition {
  if (!condition) throw new BelongsEarlier("a record belongs before what was worked out");
}
