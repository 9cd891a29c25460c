import { loadWhyParams, whyParams } from "../url-state";
import { blockLifeRead, whyRead } from "./reads";
import type { SessionView } from "./view";
import { named, unnamed } from "./view";

export const why = {
  id: "why",
  title: "Why?",
  segment: "why",
  of: null,
  tab: "why",
  params: whyParams,
  share: {
    texts: ["q", "block", "value"],
    isAsked: (_of, search) => search.has("block") || search.has("q"),
    reads: ({ sessionId, search }) => {
      const { block, value, ...asked } = loadWhyParams(search);
      return [
        named("why", whyRead(sessionId, { ...asked, block })),
        ...(block === null || value === null ? [] : [unnamed(blockLifeRead(sessionId, block, value))]),
      ];
    },
  },
} as const satisfies SessionView;
