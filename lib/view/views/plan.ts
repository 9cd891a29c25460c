import { evidenceOfKey } from "../format/address-words";
import { loadPlanParams, planParams } from "../url-state";
import { blockLifeRead, findingsRead, planRead } from "./reads";
import type { SessionView } from "./view";

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
      const evidence = evidenceOfKey(sel);
      const marked = evidence === null || value === null ? [] : [blockLifeRead(sessionId, evidence, value)];
      return [findingsRead(sessionId), ...marked];
    },
  },
} as const satisfies SessionView;
