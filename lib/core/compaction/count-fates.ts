import type { Fate, SurvivalByKind, SurvivalKind } from "./kinds";
import { FATES, SURVIVAL_KINDS } from "./kinds";
import type { CountedValue } from "./value-table";

/** What became of one value that stood before. */
export interface ValueFate {
  readonly value: CountedValue;
  readonly fate: Fate;
  /** A block of the window before that said the value, the first one; `null` for a step that only the plan has. */
  readonly block: number | null;
  /** For a message that is lost as a whole: whether a sentence of it still stands word by word. */
  readonly partly: boolean;
}

/** The fates by kind: they add up to what stood before. */
export function countFates(fates: readonly ValueFate[]): SurvivalByKind {
  const counts = Object.fromEntries(SURVIVAL_KINDS.map((kind) => [kind, createEmptyCount()])) as Record<
    SurvivalKind,
    Record<Fate | "before", number>
  >;
  for (const { value, fate } of fates) {
    counts[value.kind].before++;
    counts[value.kind][fate]++;
  }
  return counts;
}

function createEmptyCount(): Record<Fate | "before", number> {
  return Object.fromEntries(["before" as const, ...FATES].map((name) => [name, 0])) as Record<
    Fate | "before",
    number
  >;
}
