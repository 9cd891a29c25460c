const NAMED_MAX = 6;

/** "at turn 4", "at turns 4, 7, 9", or "from turn 4 to 90" where there are more than can be read. */
export function nameTurnsOf(turns: readonly number[]): string {
  if (turns.length === 1) return `at turn ${turns[0] ?? 0}`;
  return turns.length <= NAMED_MAX
    ? `at turns ${turns.join(", ")}`
    : `from turn ${turns[0] ?? 0} to ${turns.at(-1) ?? 0}`;
}
