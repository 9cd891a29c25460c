import type { TurnIndex } from "../units";
import { countUntil } from "../count-until";
import type { TurnBill } from "./bill-parts";

/**
 * What it costs to let one token stand, in money units: the rates of a cache read, added up. Example: of turns 0 to 3 with the
 * rates 2, 2, 3, 3 it is 4 before turn 2 and 10 before turn 4, so to stand in turns 2 and 3 costs 6.
 * @returns the sum over all turns before a turn
 */
export function readSums(turns: readonly Pick<TurnBill, "turn" | "rates">[]): (before: TurnIndex) => number {
  const sums = [0];
  for (const { rates } of turns) sums.push((sums.at(-1) ?? 0) + rates.read);
  return (before) => sums[countUntil(turns, ({ turn }) => turn < before)] ?? 0;
}
