import { costParams } from "../url-state";
import { askCost } from "./reads";
import type { SessionView } from "./view";

export const cost = {
  id: "cost",
  title: "Cost",
  segment: "cost",
  of: null,
  tab: "cost",
  params: costParams,
  reads: ({ sessionId }) => ({ cost: askCost(sessionId) }),
  share: {
    texts: [],
  },
} as const satisfies SessionView;
