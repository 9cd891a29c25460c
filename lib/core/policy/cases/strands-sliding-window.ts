import { z } from "zod";
import { project } from "../project";
import { strandsSlidingWindow } from "../strands-sliding-window";
import type { CaseFamily } from "./family";
import { neutralMessages } from "./neutral-messages";

const input = z.object({
  policy: z.unknown(),
  state: z.object({ overflow: z.boolean().default(false) }).prefault({}),
  messages: neutralMessages,
});

/** Cases of Strands: a message list and what is left of it. */
export const strandsCases: CaseFamily = {
  policy: "strands-sliding-window",
  run(raw) {
    const { policy, state, messages } = input.parse(raw);
    const { items, changes } = project(strandsSlidingWindow, messages, { options: policy }, state);
    return {
      reduced: changes.length > 0,
      items: items.map((item) => (item.status === "removed" ? { ...item, status: "dropped" } : item)),
    };
  },
};
