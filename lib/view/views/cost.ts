import { apiRead } from "@/lib/api/request/request";
import { costParams } from "../url-state";
import type { SessionView } from "./view";

export const cost = {
  id: "cost",
  title: "Cost",
  segment: "cost",
  of: null,
  tab: "cost",
  params: costParams,
  reads: ({ sessionId }) => ({ cost: apiRead("/api/v1/sessions/{id}/cost", { id: sessionId }) }),
  share: {
    texts: [],
  },
} as const satisfies SessionView;
