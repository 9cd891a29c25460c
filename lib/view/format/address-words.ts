/** What addresses of views may say, apart from what draws the views. */
export const ALIGNMENTS = ["turn", "call", "text"] as const;
export type Alignment = (typeof ALIGNMENTS)[number];
export const LANE_GROUPS = ["kind", "tool", "none"] as const;
export type LaneGroup = (typeof LANE_GROUPS)[number];
export const LANE_SORTS = ["needed", "tokens", "entry", "exit"] as const;
export type LaneSort = (typeof LANE_SORTS)[number];
export const WINDOW_ORDERS = ["window", "source", "tokens"] as const;
export type WindowOrder = (typeof WINDOW_ORDERS)[number];

const EVIDENCE = "from:";

/** How the address of a plan names evidence that is selected. */
export function makeEvidenceKey(blockId: string): string {
  return `${EVIDENCE}${blockId}`;
}

/** `null` when something else is selected. */
export function findEvidenceByKey(key: string | null): string | null {
  return key?.startsWith(EVIDENCE) === true ? key.slice(EVIDENCE.length) : null;
}
