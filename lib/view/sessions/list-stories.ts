import type { SessionInput } from "../session-rows";
import { writeStoryText } from "../story/story-words";

/** The story of a session in words, and the version of the session that it is told of. */
export interface ListedStory {
  readonly version: number;
  readonly text: string;
}

/** By session id. */
export function listStories(sessions: readonly SessionInput[]): Record<string, ListedStory> {
  return Object.fromEntries(
    sessions.flatMap(({ id, version = 0, story }) =>
      story == null ? [] : [[id, { version, text: writeStoryText(story) }] as const],
    ),
  );
}
