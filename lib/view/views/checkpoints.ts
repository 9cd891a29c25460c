import { makeApiRead } from "@/lib/api/request/request";
import { checkpointsParams } from "../url-state";
import type { SessionView } from "./view";

export const checkpoints = {
  id: "checkpoints",
  title: "Checkpoints",
  segment: "checkpoints",
  of: null,
  tab: "checkpoints",
  params: checkpointsParams,
  reads: ({ sessionId }) => ({
    checkpoints: makeApiRead("/api/v1/sessions/{id}/checkpoints", { id: sessionId }),
  }),
  share: {
    texts: ["value"],
  },
} as const satisfies SessionView;
