import { timelineParams } from "../url-state";
import type { SessionView } from "./view";

/** Incidents have shares of their own, which hold a timeline and not a view. */
export const incidents = {
  id: "incidents",
  title: "Incidents",
  segment: "incidents",
  of: null,
  tab: "incidents",
  params: timelineParams,
  share: null,
} as const satisfies SessionView;
