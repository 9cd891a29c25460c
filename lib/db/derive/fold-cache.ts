import type { Fold } from "@/lib/core/trace/fold/fold";
import type { Written } from "../derived/write";
import type { LogPosition } from "../log/read";

/** A fold that can go on where it stopped, with what has been stored of it. */
export interface LiveFold {
  readonly fold: Fold;
  readonly position: LogPosition;
  /** The session's count of superseded events when the fold began; another count means that it saw one of them. */
  readonly superseded: number;
  readonly written: Written;
}

const SESSIONS_MAX = 50;
const live = new Map<string, LiveFold>();

/** Takes the fold of a session out of the cache. Whoever takes it puts the next state back, or nothing after a failure. */
export function takeFold(session: string): LiveFold | undefined {
  const found = live.get(session);
  live.delete(session);
  return found;
}

/** Puts a fold back as the one used last; the one that was not used for longest is forgotten. */
export function keepFold(session: string, fold: LiveFold): void {
  live.set(session, fold);
  const oldest = live.keys().next().value;
  if (live.size > SESSIONS_MAX && oldest !== undefined) live.delete(oldest);
}
