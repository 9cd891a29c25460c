import { z } from "zod";
import { findLettaCutoff } from "@/lib/policies/letta-sliding-window";
import { sumBy } from "@/lib/policies/shared/sum";
import type { CaseFamily } from "./family";

const input = z.strictObject({
  contextWindow: z.number(),
  slidingWindowPercentage: z.number().default(0.3),
  messages: z.array(z.tuple([z.string(), z.number()])),
});

/** Roles that the kept part may begin with. */
const REPLIES: ReadonlySet<string> = new Set(["assistant", "approval"]);

export const lettaCases: CaseFamily = {
  policy: "letta-sliding-window",
  run(raw) {
    const { contextWindow, slidingWindowPercentage, messages } = input.parse(raw);
    const cutoff = findLettaCutoff(
      {
        length: messages.length,
        isReply: (index) => REPLIES.has(messages[index]?.[0] ?? ""),
        tokensFrom: (index) => (messages[0]?.[1] ?? 0) + sumBy(messages.slice(index), ([, tokens]) => tokens),
      },
      contextWindow,
      slidingWindowPercentage,
    );
    if (cutoff === null) return { error: "falls back to summarising everything" };
    return { kept: [0, ...[...messages.keys()].filter((index) => index >= cutoff)] };
  },
};
