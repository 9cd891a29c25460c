import type { ModelSetting } from "@/lib/core/models/model-settings";
import { modelsStamp } from "@/lib/core/models/model-settings";
import type { Fold } from "@/lib/core/trace/fold/fold";
import type { LogPosition } from "@/lib/db/log/read";
import { WeightedCache } from "@/lib/db/weighted-cache";
import type { FoldTexts } from "./fold-texts";

/** A fold that can go on where it stopped. What it has gained up to there is stored. */
export interface LiveFold {
  readonly fold: Fold;
  readonly position: LogPosition;
  /** The session's count of superseded events when the fold began; another count means that it saw one of them. */
  readonly superseded: number;
  /** The texts of what it took in, which analyses read. */
  readonly texts: FoldTexts;
}

/** Turns and blocks that folds may hold in memory between two uses, and characters of text that count as one. */
const WEIGHT_MAX = 1_000_000;
const CHARS_PER_WEIGHT = 200;
/** What a fold weighs by itself. */
const FOLD_WEIGHT = 40;

const live = new WeightedCache<LiveFold>(WEIGHT_MAX);

/** Takes the fold of a session out of the cache. Whoever takes it puts the next state back, or nothing after a failure. */
export function takeFold(session: string): LiveFold | undefined {
  return live.take(session);
}

/** Puts a fold back as the one used last; those that were not used for longest are forgotten. */
export function keepFold(session: string, fold: LiveFold): void {
  const { turns, registry } = fold.fold.state;
  const weight = FOLD_WEIGHT + turns.length + registry.blocks.length + fold.texts.chars / CHARS_PER_WEIGHT;
  live.set(session, fold, weight);
}

/** Whether a fold knows the models, and the events that count no more, as they are. */
export function isCurrent(
  { superseded, fold }: LiveFold,
  supersededNow: number,
  models: readonly ModelSetting[],
): boolean {
  return superseded === supersededNow && modelsStamp(fold.state.models) === modelsStamp(models);
}
