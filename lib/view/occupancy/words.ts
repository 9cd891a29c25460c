import type { TurnRange } from "../chart/scale";
import { count, plural } from "../format/format";

const turnsIn = ({ from, to }: TurnRange): number => to - from + 1;

export function columnWords(turnsPerStep: number): string {
  return turnsPerStep > 1
    ? `Each column stands for up to ${count(turnsPerStep)} turns and shows the fullest of them. `
    : "";
}

export function rangeWords(range: TurnRange, whole: TurnRange): string {
  return `Turns ${range.from} to ${range.to} of ${count(turnsIn(whole))}. Double-click the strip below the chart, or press 0, for all.`;
}

export function turnsWords(range: TurnRange): string {
  return plural(turnsIn(range), "turn");
}

export function tokenWords(tokens: number): string {
  return `${count(tokens)} tokens`;
}

/** On the button that leaves a range. */
export function allTurnsWords(whole: TurnRange): string {
  return `Back to all ${turnsWords(whole)}`;
}
