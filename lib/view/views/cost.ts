import { costParams } from "../url-state";
import { costRead } from "./reads";
import type { SessionView } from "./view";

export const cost = {
  id: "cost",
  title: "Cost",
  segment: "cost",
  of: null,
  tab: "cost",
  params: costParams,
  reads: ({ sessionId }) => ({ cost: costRead(sessionId) }),
  share: {
    texts: [],
  },
} as const satisfies SessionView;
