import type { History } from "../contract/history";
import { findUnitAt } from "../shared/units";

export interface TrimPoint {
  readonly end: number;
  /** Index of a prompt that stays, so that the window begins with the user. */
  readonly anchor: number | null;
}

/**
 * Where a window may begin: at the first plain prompt from the wanted point on. If there is none: at the first call
 * with its results, after the nearest earlier prompt. `null` if neither exists.
 */
export function findTrimPoint(
  history: History,
  units: readonly number[],
  windowSize: number,
  pinned: ReadonlySet<number>,
): TrimPoint | null {
  const wanted = units.length <= windowSize ? 2 : units.length - windowSize;
  for (let end = wanted; end < units.length; end++) {
    if (history.at(findUnitAt(units, end)).role === "user") return { end, anchor: null };
  }
  if (windowSize === 0) return wanted > units.length ? null : { end: units.length, anchor: null };
  const end = findFirstCallWithResults(history, units, wanted);
  if (end === null) return null;
  const anchor = findAnchor(history, units, end, pinned);
  return anchor === null ? null : { end, anchor };
}

function findFirstCallWithResults(history: History, units: readonly number[], from: number): number | null {
  for (let index = from; index + 1 < units.length; index++) {
    const hasCalls = (history.at(findUnitAt(units, index)).toolCalls?.length ?? 0) > 0;
    if (hasCalls && history.at(findUnitAt(units, index + 1)).role === "tool") return index;
  }
  return null;
}

function findAnchor(
  history: History,
  units: readonly number[],
  before: number,
  pinned: ReadonlySet<number>,
): number | null {
  const pins = units.slice(0, before).filter((unit) => pinned.has(unit));
  if (pins.length > 0) {
    const roles = pins.map((unit) => history.at(unit).role);
    // Results are sent as messages of the user, but a window may not begin with them.
    const alternates = roles.every((role, i) => (role !== "assistant") === (i % 2 === 0));
    const holds = alternates && roles[0] === "user" && roles.at(-1) !== "assistant";
    return holds ? units.indexOf(pins.at(-1) ?? -1) : null;
  }
  for (let index = before - 1; index >= 0; index--) {
    if (history.at(findUnitAt(units, index)).role === "user") return index;
  }
  return null;
}
