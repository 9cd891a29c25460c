import { checkpointsParams } from "../url-state";
import { checkpointsRead } from "./reads";
import type { SessionView } from "./view";

export const checkpoints = {
  id: "checkpoints",
  title: "Checkpoints",
  segment: "checkpoints",
  of: null,
  tab: "checkpoints",
  params: checkpointsParams,
  reads: ({ sessionId }) => ({ checkpoints: checkpointsRead(sessionId) }),
  share: {
    texts: ["value"],
  },
} as const satisfies SessionView;
