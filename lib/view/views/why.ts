import { loadWhyParams, whyParams } from "../url-state";
import { whyRead } from "./reads";
import type { SessionView } from "./view";
import { named } from "./view";

export const why = {
  id: "why",
  title: "Why?",
  segment: "why",
  of: null,
  tab: "why",
  params: whyParams,
  share: {
    texts: ["q", "block"],
    isAsked: (_of, search) => search.has("block") || search.has("q"),
    reads: ({ sessionId, search }) => [named("why", whyRead(sessionId, loadWhyParams(search)))],
  },
} as const satisfies SessionView;
