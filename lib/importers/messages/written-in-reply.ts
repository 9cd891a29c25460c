import type { SeenItem } from "../shared/request-tracker";

/** Of a call that is written in the text of a reply: that stays in the window as it was, so the call has no tokens of its own. */
export const WRITTEN_IN_REPLY = {
  tokens: { value: 0, provenance: "measured" },
} as const satisfies Partial<SeenItem>;
