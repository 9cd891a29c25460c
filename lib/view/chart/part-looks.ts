import { RESIDUAL_COLOR } from "./palette";

/** What each part is called, and its colour. In the order in which a bar stacks them. */
export const COST_PARTS = {
  new: { label: "New", color: "var(--kind-user)" },
  carried: { label: "Carried", color: "var(--kind-tool)" },
  rewritten: { label: "Written again", color: "var(--kind-memory)" },
  residual: { label: "Not in the record", color: RESIDUAL_COLOR },
  output: { label: "Answers", color: "var(--kind-plan)" },
} as const;

/** What has no place in a window. */
export const SIDE_LABEL = "Server tools and calls inside a call";

export const STACKED_PARTS = Object.keys(COST_PARTS) as (keyof typeof COST_PARTS)[];
