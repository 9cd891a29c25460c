import { loadReplayParams, replayParams } from "../url-state";
import { allLanesReads, replayRead } from "./reads";
import type { SessionView } from "./view";
import { named, unnamed } from "./view";

export const replay = {
  id: "replay",
  title: "Replay",
  segment: "replay",
  of: null,
  tab: "replay",
  params: replayParams,
  share: {
    texts: ["sel"],
    drops: ["p", "start"],
    isAsked: (_of, search) => search.has("run"),
    reads: ({ sessionId, search, facts }) => {
      const { run, a, b } = loadReplayParams(search);
      const compared = [...new Set([facts.results[a], facts.results[b]])].filter((id) => id !== undefined);
      return [
        named("replay", replayRead(sessionId, run ?? "")),
        ...compared.flatMap((id) => allLanesReads(id, facts.blocks)).map(unnamed),
      ];
    },
  },
} as const satisfies SessionView;
