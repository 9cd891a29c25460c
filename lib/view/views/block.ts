import { blockParams } from "../url-state";
import { blockRead } from "./reads";
import type { SessionView } from "./view";
import { named } from "./view";

export const block = {
  id: "block",
  title: "Block",
  segment: "blocks",
  of: "block",
  tab: "overview",
  params: blockParams,
  share: {
    texts: ["value"],
    reads: ({ sessionId, of }) => [named("block", blockRead(sessionId, of))],
  },
} as const satisfies SessionView;
