import { makeApiRead } from "@/lib/api/request/request";
import { loadReplayParams, replayParams } from "../url-state";
import { listAllLanesReads } from "./reads";
import type { SessionView } from "./view";

export const replayRead = (id: string, replayId: string) =>
  makeApiRead("/api/v1/sessions/{id}/replays/{replayId}", { id, replayId });

export const replayView = {
  id: "replay",
  title: "Replay",
  segment: "replay",
  of: null,
  tab: "replay",
  params: replayParams,
  reads: ({ sessionId, search }) => ({ replay: replayRead(sessionId, loadReplayParams(search).run ?? "") }),
  share: {
    texts: ["sel"],
    drops: ["p", "start"],
    isAsked: (_of, search) => search.has("run"),
    details: ({ search, facts }) => {
      const { a, b } = loadReplayParams(search);
      const compared = [...new Set([facts.results[a], facts.results[b]])].filter((id) => id !== undefined);
      return compared.flatMap((id) => listAllLanesReads(id, facts.blocks));
    },
  },
} as const satisfies SessionView;
