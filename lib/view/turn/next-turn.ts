/** The nearest of some turns after (1) or before (-1) a turn; `null` when there is none. */
export function nextTurn(turns: readonly number[], at: number, direction: 1 | -1): number | null {
  const beyond = turns.filter((turn) => (turn - at) * direction > 0);
  if (beyond.length === 0) return null;
  return direction > 0 ? Math.min(...beyond) : Math.max(...beyond);
}
