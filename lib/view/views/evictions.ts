import { apiRead } from "@/lib/api/request/request";
import { laneParams, loadLaneParams } from "../url-state";
import { allLanesReads, blockLifeRead, findingsRead } from "./reads";
import type { SessionView } from "./view";

export const compactionsRead = (id: string) => apiRead("/api/v1/sessions/{id}/compactions", { id });

export const summaryRead = (id: string, compaction: number) =>
  apiRead("/api/v1/sessions/{id}/compactions/{compaction}/summary", { id, compaction });

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
