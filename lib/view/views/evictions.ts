import { laneParams, loadLaneParams } from "../url-state";
import { allLanesReads, blockLifeRead, compactionsRead, findingsRead, summaryRead } from "./reads";
import type { SessionView } from "./view";

export const evictions = {
  id: "evictions",
  title: "Evictions",
  segment: "evictions",
  of: null,
  tab: "evictions",
  params: laneParams,
  reads: ({ sessionId }) => ({ compactions: compactionsRead(sessionId) }),
  share: {
    texts: ["q", "sel", "value"],
    lists: ["tool", "closed", "pins"],
    details: ({ sessionId, search, facts }) => {
      const { sel, value, c } = loadLaneParams(search);
      return [
        findingsRead(sessionId),
        ...allLanesReads(sessionId, facts.blocks),
        ...(sel === null ? [] : [blockLifeRead(sessionId, sel, value)]),
        ...(c === null ? [] : [summaryRead(sessionId, c)]),
      ];
    },
  },
} as const satisfies SessionView;
