import { makeApiRead } from "@/lib/api/request/request";
import { loadWhyParams, whyParams } from "../url-state";
import { askBlockLife } from "./reads";
import type { SessionView } from "./view";

export const askWhy = (id: string, asked: { turn: number | null; block: string | null; q: string | null }) =>
  makeApiRead("/api/v1/sessions/{id}/why", { id }, asked);

export const why = {
  id: "why",
  title: "Why?",
  segment: "why",
  of: null,
  tab: "why",
  params: whyParams,
  reads: ({ sessionId, search }) => {
    const { turn, block, q } = loadWhyParams(search);
    return { why: askWhy(sessionId, { turn, block, q }) };
  },
  share: {
    texts: ["q", "block", "value"],
    isAsked: (_of, search) => search.has("block") || search.has("q"),
    details: ({ sessionId, search }) => {
      const { block, value } = loadWhyParams(search);
      return block === null || value === null ? [] : [askBlockLife(sessionId, block, value)];
    },
  },
} as const satisfies SessionView;
