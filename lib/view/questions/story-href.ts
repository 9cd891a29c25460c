import type { StoryPlace } from "../story/story-words";
import { makeBlockHref, makeEvictionsHref, planHref, replayStartHref, turnHref } from "./links";

/** Where a number of a session's story is proved. */
export function makeStoryHref(sessionId: string, { view, turn, compaction, block }: StoryPlace): string {
  switch (view) {
    case "evictions":
      return makeEvictionsHref(sessionId, turn, { compaction });
    case "plan":
      return planHref(sessionId, turn, null);
    case "block":
      return block === undefined ? turnHref(sessionId, turn) : makeBlockHref(sessionId, block);
    case "replay":
      return replayStartHref(sessionId);
    case "turn":
      return turnHref(sessionId, turn);
    case "overview":
      return `/sessions/${encodeURIComponent(sessionId)}?turn=${turn}`;
    case "cost":
      return `/sessions/${encodeURIComponent(sessionId)}/cost`;
  }
}
