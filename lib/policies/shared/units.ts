import { at } from "@/lib/core/assert";
import type { History } from "../contract/history";
import type { Pins } from "../contract/pins";
import { listBetween } from "../contract/positions";
import type { Change } from "../contract/projection";

/**
 * Some formats send the results of one reply together. So a run of tool messages is one unit, and every other message
 * is one unit. A list of units holds the position of each unit's first message.
 */
export function isUnitStart(history: History, index: number): boolean {
  return index === 0 || history.at(index).role !== "tool" || history.at(index - 1).role !== "tool";
}

export function appendUnits(units: number[], history: History, from: number, to: number): void {
  for (let index = from; index < to; index++) if (isUnitStart(history, index)) units.push(index);
}

export function endOfUnit(history: History, unit: number): number {
  let end = unit + 1;
  while (end < history.length && !isUnitStart(history, end)) end++;
  return end;
}

/** The units of a list without a pinned message. Only these may be counted as leaving. */
export function listUnpinnedUnits(
  history: History,
  units: readonly number[],
  { staying }: Pins,
): readonly number[] {
  if (staying.length === 0) return units;
  return units.filter((unit) => listBetween(staying, unit, endOfUnit(history, unit)).next().done === true);
}

/** Removes whole units. Neighbours are joined into one change. */
export function removeUnits(history: History, units: readonly number[]): Change[] {
  const changes: { status: "removed"; from: number; to: number }[] = [];
  for (const from of units) {
    const last = changes.at(-1);
    const to = endOfUnit(history, from);
    if (last?.to === from) changes[changes.length - 1] = { ...last, to };
    else changes.push({ status: "removed", from, to });
  }
  return changes;
}

export function findUnitAt(units: readonly number[], index: number): number {
  return at(units, index);
}
