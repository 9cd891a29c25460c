import { blockParams } from "../url-state";
import { blockRead } from "./reads";
import type { SessionView } from "./view";

export const block = {
  id: "block",
  title: "Block",
  segment: "blocks",
  of: "block",
  tab: "overview",
  params: blockParams,
  reads: ({ sessionId, of }) => ({ block: blockRead(sessionId, of) }),
  share: {
    texts: ["value"],
  },
} as const satisfies SessionView;
