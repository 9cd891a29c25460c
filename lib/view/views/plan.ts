import { evidenceOfKey } from "../plan/graph-nodes";
import { loadPlanParams, planParams } from "../url-state";
import { blockLifeRead, findingsRead, planRead } from "./reads";
import type { SessionView } from "./view";
import { named, unnamed } from "./view";

export const plan = {
  id: "plan",
  title: "Plan",
  segment: "plan",
  of: null,
  tab: "plan",
  params: planParams,
  share: {
    texts: ["sel", "value"],
    reads: ({ sessionId, search }) => {
      const { sel, value } = loadPlanParams(search);
      const evidence = evidenceOfKey(sel);
      return [
        named("findings", findingsRead(sessionId)),
        named("plan", planRead(sessionId)),
        ...(evidence === null || value === null ? [] : [unnamed(blockLifeRead(sessionId, evidence, value))]),
      ];
    },
  },
} as const satisfies SessionView;
