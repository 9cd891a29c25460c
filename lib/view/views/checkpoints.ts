import { checkpointsParams } from "../url-state";
import { checkpointsRead } from "./reads";
import type { SessionView } from "./view";
import { named } from "./view";

export const checkpoints = {
  id: "checkpoints",
  title: "Checkpoints",
  segment: "checkpoints",
  of: null,
  tab: "checkpoints",
  params: checkpointsParams,
  share: {
    texts: ["value"],
    reads: ({ sessionId }) => [named("checkpoints", checkpointsRead(sessionId))],
  },
} as const satisfies SessionView;
