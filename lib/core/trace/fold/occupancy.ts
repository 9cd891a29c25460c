import type { Tokens, TurnIndex } from "../../units";
import type { SourceKind } from "../../vocabulary";
import { SOURCE_KINDS } from "../../vocabulary";
import type { Block, BySource, Residency } from "../session";

/** What stood in each turn's window, in the order of the turns given. */
export interface Occupancy {
  readonly bySource: BySource;
  readonly tokens: Tokens;
  /** Entries without a known size. */
  readonly unsized: number;
  /** Whether any entry's size is an estimate. */
  readonly estimated: boolean;
}

const KIND_COUNT = SOURCE_KINDS.length;
const KIND_INDEX = new Map<SourceKind, number>(SOURCE_KINDS.map((kind, i) => [kind, i]));

/**
 * Sums the residencies per turn and source kind: each one adds where it begins and subtracts where it ends, and a
 * running sum does the rest. Linear in residencies plus turns.
 */
export function occupancyOf(
  turns: readonly TurnIndex[],
  residencies: readonly Residency[],
  blocks: readonly Block[],
): Occupancy[] {
  const width = KIND_COUNT + 2;
  const steps = new Float64Array((turns.length + 1) * width);
  const place = new Map(turns.map((turn, i) => [turn, i]));
  const add = (position: number, column: number, value: number) => {
    steps[position * width + column] = (steps[position * width + column] ?? 0) + value;
  };
  for (const { block, version, from, to } of residencies) {
    const facts = blocks[block];
    const text = facts?.versions[version];
    const start = place.get(from) ?? 0;
    const end = to === null ? turns.length : (place.get(to) ?? turns.length - 1) + 1;
    const column = text?.tokens == null ? KIND_COUNT : (KIND_INDEX.get(facts?.kind ?? "other") ?? 0);
    const size = text?.tokens ?? 1;
    add(start, column, size);
    add(end, column, -size);
    if (text?.provenance === "estimated") {
      add(start, KIND_COUNT + 1, 1);
      add(end, KIND_COUNT + 1, -1);
    }
  }
  return runningSums(steps, turns.length, width);
}

function runningSums(steps: Float64Array, count: number, width: number): Occupancy[] {
  const sums = new Float64Array(width);
  const result: Occupancy[] = [];
  for (let i = 0; i < count; i++) {
    const bySource: BySource = {};
    let tokens = 0;
    for (let column = 0; column < width; column++) {
      sums[column] = (sums[column] ?? 0) + (steps[i * width + column] ?? 0);
      const kind = SOURCE_KINDS[column];
      const value = sums[column] ?? 0;
      if (kind === undefined || value === 0) continue;
      bySource[kind] = value;
      tokens += value;
    }
    result.push({
      bySource,
      tokens,
      unsized: sums[KIND_COUNT] ?? 0,
      estimated: (sums[KIND_COUNT + 1] ?? 0) > 0,
    });
  }
  return result;
}
