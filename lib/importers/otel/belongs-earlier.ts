/** Thrown where a record says something that would have changed what was written before: everything is to be worked out again. */
export class BelongsEarlier extends Error {}

/** @throws BelongsEarlier when the condition does not hold */
export function holdsStill(condition: boolean): asserts condition {
  if (!condition) throw new BelongsEarlier("a record belongs before what was worked out");
}
