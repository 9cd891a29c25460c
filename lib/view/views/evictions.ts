import { laneParams } from "../url-state";
import { allLanesReads, blockLifeRead, compactionsRead, findingsRead, summaryRead } from "./reads";
import type { SessionView } from "./view";
import { named, picked, unnamed } from "./view";

export const evictions = {
  id: "evictions",
  title: "Evictions",
  segment: "evictions",
  of: null,
  tab: "evictions",
  params: laneParams,
  share: {
    texts: ["q", "sel", "value"],
    lists: ["tool", "closed", "pins"],
    reads: ({ sessionId, search, facts }) => [
      named("findings", findingsRead(sessionId)),
      named("compactions", compactionsRead(sessionId)),
      ...allLanesReads(sessionId, facts.blocks).map(unnamed),
      ...picked(search, "sel", (id) => blockLifeRead(sessionId, id, search.get("value"))),
      ...picked(search, "c", (no) => summaryRead(sessionId, laneParams.c.parse(no) ?? 0)),
    ],
  },
} as const satisfies SessionView;
