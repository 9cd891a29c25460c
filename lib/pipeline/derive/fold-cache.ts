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

/** Turns and blocks that folds may hold in memory between two uses. */
const WEIGHT_MAX = 1_000_000;
/** What a fold weighs by itself. */
const FOLD_WEIGHT = 40;
/** Characters that folds may hold between two uses. A fold goes on without them, and only an analysis reads them again. */
const CHARS_MAX = 24 * 1024 * 1024;

const live = new WeightedCache<LiveFold>(WEIGHT_MAX, (session) => void texts.take(session));
const texts = new WeightedCache<FoldTexts>(CHARS_MAX, (_session, dropped) => dropped.forget());

/** Takes the fold of a session out of the cache. Whoever takes it puts the next state back, or nothing after a failure. */
export function takeFold(session: string): LiveFold | undefined {
  texts.take(session);
  return live.take(session);
}

/** Puts a fold back as the one used last; those that were not used for longest are forgotten, their texts before them. */
export function keepFold(session: string, fold: LiveFold): void {
  const { turns, registry } = fold.fold.state;
  live.set(session, fold, FOLD_WEIGHT + turns.length + registry.blocks.length);
  texts.set(session, fold.texts, fold.texts.chars);
}

/** Whether a fold knows the models, and the events that count no more, as they are. */
export function isCurrent(
  { superseded, fold }: LiveFold,
  supersededNow: number,
  models: readonly ModelSetting[],
): boolean {
  return superseded === supersededNow && modelsStamp(fold.state.models) === modelsStamp(models);
}
