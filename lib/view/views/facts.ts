import { makeApiRead } from "@/lib/api/request/request";
import { factsParams, loadFactsParams } from "../url-state";
import type { SessionView } from "./view";

export const askFacts = (id: string, q: string) => makeApiRead("/api/v1/sessions/{id}/facts", { id }, { q });

export const facts = {
  id: "facts",
  title: "Facts",
  segment: "facts",
  of: null,
  tab: "facts",
  params: factsParams,
  reads: ({ sessionId, search }) => ({ facts: askFacts(sessionId, loadFactsParams(search).q) }),
  share: {
    texts: ["q"],
    isAsked: (_of, search) => search.has("q"),
  },
} as const satisfies SessionView;
