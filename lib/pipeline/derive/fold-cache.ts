import type { Fold } from "@/lib/core/trace/fold/fold";
import type { LogPosition } from "@/lib/db/log/read";
import { WeightedCache } from "@/lib/db/weighted-cache";

/** A fold that can go on where it stopped. What it has gained up to there is stored. */
export interface LiveFold {
  readonly fold: Fold;
  readonly position: LogPosition;
  /** The session's count of superseded events when the fold began; another count means that it saw one of them. */
  readonly superseded: number;
}

/** Turns and blocks that folds may hold in memory between two uses. */
const WEIGHT_MAX = 1_000_000;

const live = new WeightedCache<LiveFold>(WEIGHT_MAX);

/** Takes the fold of a session out of the cache. Whoever takes it puts the next state back, or nothing after a failure. */
export function takeFold(session: string): LiveFold | undefined {
  return live.take(session);
}

/** Puts a fold back as the one used last; those that were not used for longest are forgotten. */
export function keepFold(session: string, fold: LiveFold): void {
  const { turns, registry } = fold.fold.state;
  live.set(session, fold, turns.length + registry.blocks.length);
}
