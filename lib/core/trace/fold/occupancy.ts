import type { Tokens, TurnIndex } from "../../units";
import type { SourceKind } from "../../vocabulary";
import { SOURCE_KINDS } from "../../vocabulary";
import type { Block, BlockVersion, BySource, Residency } from "../session";

export interface Occupancy {
  readonly bySource: BySource;
  readonly tokens: Tokens;
  readonly unsized: number;
  readonly estimated: boolean;
}

const KIND_COUNT = SOURCE_KINDS.length;
const KIND_INDEX = new Map<SourceKind, number>(SOURCE_KINDS.map((kind, i) => [kind, i]));

const WIDTH = KIND_COUNT + 2;

type ResidencySpan = Pick<Residency, "from" | "to">;

/**
 * What stands in the windows of successive turns. Each residency adds its size where it begins and subtracts it where
 * it ends; a running sum does the rest. A step costs its turns plus the residencies that begin or end in them.
 */
export class RunningOccupancy {
  private readonly sums = new Float64Array(WIDTH);
  private newest: TurnIndex = Number.NEGATIVE_INFINITY;

  /**
   * Advances by some turns.
   * @param turns the next turns, ascending
   * @param residencies the residencies that begin in these turns, and those that ended since the last step
   */
  next(
    turns: readonly TurnIndex[],
    residencies: Iterable<{
      readonly residency: ResidencySpan;
      readonly version: BlockVersion | undefined;
      readonly kind: SourceKind;
    }>,
  ): Occupancy[] {
    const steps = new Float64Array((turns.length + 1) * WIDTH);
    const place = new Map(turns.map((turn, i) => [turn, i]));
    for (const { residency, version, kind } of residencies) {
      const begins = place.get(residency.from);
      if (begins !== undefined) addResidency(steps, begins, 1, version, kind);
      if (residency.to === null || (begins === undefined && residency.to < this.newest)) continue;
      const ends = (place.get(residency.to) ?? -1) + 1;
      addResidency(steps, ends, -1, version, kind);
    }
    this.newest = turns.at(-1) ?? this.newest;
    return sumRunning(this.sums, steps, turns.length);
  }
}

function addResidency(
  steps: Float64Array,
  position: number,
  sign: 1 | -1,
  version: BlockVersion | undefined,
  kind: SourceKind,
): void {
  const at = position * WIDTH;
  const column = version?.tokens == null ? KIND_COUNT : (KIND_INDEX.get(kind) ?? 0);
  steps[at + column] = (steps[at + column] ?? 0) + sign * (version?.tokens ?? 1);
  if (version?.provenance === "estimated")
    steps[at + KIND_COUNT + 1] = (steps[at + KIND_COUNT + 1] ?? 0) + sign;
}

export function sumOccupancy(
  turns: readonly TurnIndex[],
  residencies: readonly Residency[],
  blocks: readonly Block[],
): Occupancy[] {
  return new RunningOccupancy().next(
    turns,
    residencies.map((residency) => ({
      residency,
      version: blocks[residency.block]?.versions[residency.version],
      kind: blocks[residency.block]?.kind ?? "other",
    })),
  );
}

function sumRunning(sums: Float64Array, steps: Float64Array, count: number): Occupancy[] {
  const result: Occupancy[] = [];
  for (let i = 0; i < count; i++) {
    const bySource: BySource = {};
    let tokens = 0;
    for (let column = 0; column < WIDTH; column++) {
      sums[column] = (sums[column] ?? 0) + (steps[i * WIDTH + column] ?? 0);
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
