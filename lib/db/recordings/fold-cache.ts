import type { ModelSetting } from "@/lib/core/models/model-settings";
import { computeModelsStamp } from "@/lib/core/models/model-settings";
import type { Fold } from "@/lib/core/trace/fold/fold";
import type { LogPosition } from "../log/read";
import { WeightedCache } from "../weighted-cache";
import type { FoldTexts } from "./fold-texts";

/** A fold that can continue. Its gain so far is stored. */
export interface LiveFold {
  readonly fold: Fold;
  readonly position: LogPosition;
  /**
   * The session's count of superseded events when the fold began. Another count means that the fold contains
   * one of them.
   */
  readonly superseded: number;
  readonly texts: FoldTexts;
}

const WEIGHT_MAX = 1_000_000;
/** The weight of a fold without turns and blocks. */
const FOLD_WEIGHT = 40;
/**
 * Characters that idle folds may hold. Without them a fold can continue, and only an analysis must read them
 * again.
 */
const CHARS_MAX = 24 * 1024 * 1024;

const live = new WeightedCache<LiveFold>("folds", WEIGHT_MAX, (session) => void texts.take(session));
const texts = new WeightedCache<FoldTexts>("texts", CHARS_MAX, (_session, dropped) => dropped.forget());

/** Takes the fold out of the cache. The caller puts the next state back, or nothing after a failure. */
export function takeFold(session: string): LiveFold | undefined {
  texts.take(session);
  return live.take(session);
}

/** Makes it the newest entry. The oldest ones are dropped, first their texts. */
export function keepFold(session: string, fold: LiveFold): void {
  const { turns, registry } = fold.fold.state;
  live.set(session, fold, FOLD_WEIGHT + turns.length + registry.blocks.length);
  texts.set(session, fold.texts, fold.texts.chars);
}

/** Whether a fold still says what a new one would: nothing before its end was replaced, and the models are set as then. */
export function isCurrent(
  { superseded, fold }: LiveFold,
  supersededNow: number,
  models: readonly ModelSetting[],
): boolean {
  return superseded === supersededNow && computeModelsStamp(fold.state.models) === computeModelsStamp(models);
}
