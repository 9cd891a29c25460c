import { factsParams, loadFactsParams } from "../url-state";
import { factsRead } from "./reads";
import type { SessionView } from "./view";
import { named } from "./view";

export const facts = {
  id: "facts",
  title: "Facts",
  segment: "facts",
  of: null,
  tab: "facts",
  params: factsParams,
  share: {
    texts: ["q"],
    isAsked: (_of, search) => search.has("q"),
    reads: ({ sessionId, search }) => [named("facts", factsRead(sessionId, loadFactsParams(search).q))],
  },
} as const satisfies SessionView;
