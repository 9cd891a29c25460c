/** What a remedy does. */
export const REMEDY_KINDS = [
  "clear_results",
  "bound_results",
  "remove_tools",
  "keep_an_hour",
  "keep_warm",
  "compact_at",
  "compact_before_pause",
  "steady_beginning",
] as const;
export type RemedyKind = (typeof REMEDY_KINDS)[number];
