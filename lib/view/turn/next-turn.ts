/** The nearest of some turns after a turn (1) or before it (-1); `null` when there is none. */
export function nextTurn(turns: readonly number[], at: number, direction: 1 | -1): number | null {
  const beyond = turns.filter((turn) => (turn - at) * direction > 0);
  if (beyond.length === 0) return null;
  return direction > 0 ? Math.min(...beyond) : Math.max(...beyond);
}
