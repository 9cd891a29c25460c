import { makeApiRead } from "@/lib/api/request/request";
import { loadReadParams, readParams } from "../url-state";
import type { SessionView } from "./view";

/** The page of a turn; the first one without it. */
export const askConversation = (id: string, turn: number | null) =>
  makeApiRead("/api/v1/sessions/{id}/conversation", { id }, turn === null ? {} : { turn });

/** The prompts around one of them, with as little else as may be. */
export const askPrompts = (id: string, prompt: number) =>
  makeApiRead("/api/v1/sessions/{id}/conversation", { id }, { prompt, turns: 1 });

export const read = {
  id: "read",
  title: "Read",
  segment: "read",
  of: null,
  tab: "read",
  params: readParams,
  reads: ({ sessionId, search }) => ({
    conversation: askConversation(sessionId, loadReadParams(search).turn),
  }),
  share: {},
} as const satisfies SessionView;
