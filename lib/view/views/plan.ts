import { makeApiRead } from "@/lib/api/request/request";
import { findEvidenceByKey } from "../format/address-words";
import { loadPlanParams, planParams } from "../url-state";
import { askBlockLife, askFindings } from "./reads";
import type { SessionView } from "./view";

/** Edges in one plan read. Those with missing evidence come first. */
const EDGES = 1_000;

export const planRead = (id: string) => makeApiRead("/api/v1/sessions/{id}/plan", { id }, { limit: EDGES });

export const plan = {
  id: "plan",
  title: "Plan",
  segment: "plan",
  of: null,
  tab: "plan",
  params: planParams,
  reads: ({ sessionId }) => ({ plan: planRead(sessionId) }),
  share: {
    texts: ["sel", "value"],
    details: ({ sessionId, search }) => {
      const { sel, value } = loadPlanParams(search);
      const evidence = findEvidenceByKey(sel);
      const marked = evidence === null || value === null ? [] : [askBlockLife(sessionId, evidence, value)];
      return [askFindings(sessionId), ...marked];
    },
  },
} as const satisfies SessionView;
