import { z } from "zod";
import { projectChanges } from "@/lib/policies/project";
import { strandsSlidingWindow } from "@/lib/policies/strands-sliding-window";
import { caseMessages } from "./case-messages";
import type { CaseFamily } from "./family";
import { knownOptions } from "./known-options";

const input = z.strictObject({
  policy: z.unknown(),
  state: z.strictObject({ overflow: z.boolean().default(false) }).prefault({}),
  messages: caseMessages,
});

export const strandsCases: CaseFamily = {
  policy: "strands-sliding-window",
  run(raw) {
    const { policy, state, messages } = input.parse(raw);
    const { items, changes } = projectChanges(
      strandsSlidingWindow,
      messages,
      { options: knownOptions(strandsSlidingWindow, policy) },
      state,
    );
    return {
      reduced: changes.length > 0,
      items: items.map((item) => (item.status === "removed" ? { ...item, status: "dropped" } : item)),
    };
  },
};
