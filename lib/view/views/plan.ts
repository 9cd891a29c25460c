import { planParams } from "../url-state";
import { findingsRead, planRead } from "./reads";
import type { SessionView } from "./view";
import { named } from "./view";

export const plan = {
  id: "plan",
  title: "Plan",
  segment: "plan",
  of: null,
  tab: "plan",
  params: planParams,
  share: {
    texts: ["sel"],
    reads: ({ sessionId }) => [
      named("findings", findingsRead(sessionId)),
      named("plan", planRead(sessionId)),
    ],
  },
} as const satisfies SessionView;
