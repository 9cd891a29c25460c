import type { StoryPlace } from "../story/story-words";
import { evictionsHref, planHref, turnHref } from "./links";

/** Where a number of a session's story is proved. */
export function storyHref(sessionId: string, { view, turn, compaction }: StoryPlace): string {
  switch (view) {
    case "evictions":
      return evictionsHref(sessionId, turn, { compaction });
    case "plan":
      return planHref(sessionId, turn, null);
    case "turn":
      return turnHref(sessionId, turn);
    case "overview":
      return `/sessions/${encodeURIComponent(sessionId)}?turn=${turn}`;
    case "cost":
      return `/sessions/${encodeURIComponent(sessionId)}/cost`;
  }
}
