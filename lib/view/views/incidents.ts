import { timelineParams } from "../url-state";
import type { SessionView } from "./view";

/** Incidents have their own shares, which hold a timeline instead of a view. */
export const incidentsView = {
  id: "incidents",
  title: "Incidents",
  segment: "incidents",
  of: null,
  tab: "incidents",
  params: timelineParams,
  reads: () => ({}),
  share: null,
} as const satisfies SessionView;
