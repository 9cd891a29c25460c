import type { TurnRange } from "../chart/scale";
import { count, plural } from "../format/format";

const countTurns = ({ from, to }: TurnRange): number => to - from + 1;

export function describeColumn(turnsPerStep: number): string {
  return turnsPerStep > 1
    ? `Each column stands for up to ${count(turnsPerStep)} turns and shows the fullest of them. `
    : "";
}

export function describeRange(range: TurnRange, whole: TurnRange): string {
  return `Turns ${range.from} to ${range.to} of ${count(countTurns(whole))}. Double-click the strip below the chart, or press 0, for all.`;
}

export function describeTurns(range: TurnRange): string {
  return plural(countTurns(range), "turn");
}

export function describeTokens(tokens: number): string {
  return `${count(tokens)} tokens`;
}

/** On the button that leaves a range. */
export function describeAllTurns(whole: TurnRange): string {
  return `Back to all ${describeTurns(whole)}`;
}
