import { makeApiRead } from "@/lib/api/request/request";
import { laneParams, loadLaneParams } from "../url-state";
import { listAllLanesReads, askBlockLife, askCost, askFindings } from "./reads";
import type { SessionView } from "./view";

/** Lost values come first. */
const VALUES_SHOWN = 3_000;

export const askCompactions = (id: string) => makeApiRead("/api/v1/sessions/{id}/compactions", { id });

export const askCompaction = (id: string, compaction: number) =>
  makeApiRead("/api/v1/sessions/{id}/compactions/{compaction}", { id, compaction }, { limit: VALUES_SHOWN });

export const giveBackRead = (id: string, compaction: number, tokens: number) =>
  makeApiRead("/api/v1/sessions/{id}/compactions/{compaction}/give-back", { id, compaction }, { tokens });

export const evictions = {
  id: "evictions",
  title: "Evictions",
  segment: "evictions",
  of: null,
  tab: "evictions",
  params: laneParams,
  reads: ({ sessionId }) => ({ compactions: askCompactions(sessionId) }),
  share: {
    texts: ["q", "sel", "value"],
    lists: ["tool", "closed", "pins"],
    details: ({ sessionId, search, facts }) => {
      const { sel, value, c } = loadLaneParams(search);
      return [
        askFindings(sessionId),
        askCost(sessionId),
        ...listAllLanesReads(sessionId, facts.blocks),
        ...(sel === null ? [] : [askBlockLife(sessionId, sel, value)]),
        ...(c === null ? [] : [askCompaction(sessionId, c)]),
      ];
    },
  },
} as const satisfies SessionView;
