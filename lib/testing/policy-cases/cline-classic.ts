import { z } from "zod";
import { computeMaxAllowed } from "@/lib/policies/cline-classic-truncation";
import { nextTruncationRange } from "@/lib/policies/cline-classic-truncation";
import type { CaseFamily } from "./family";

const truncationInput = z.strictObject({
  messages: z.number(),
  currentDeletedRange: z.tuple([z.number(), z.number()]).nullable().default(null),
  keep: z.enum(["none", "lastTwo", "half", "quarter"]),
});

export const clineTruncationCases: CaseFamily = {
  policy: "cline-classic-truncation",
  run(raw) {
    const { messages, currentDeletedRange, keep } = truncationInput.parse(raw);
    const deletedTo = currentDeletedRange?.[1] ?? null;
    return { deletedRange: nextTruncationRange(messages, deletedTo, keep, (index) => index % 2 === 1) };
  },
};

const windowInput = z.strictObject({ contextWindow: z.number().nullable().default(null) });

export const clineMaxAllowedCases: CaseFamily = {
  policy: "cline-classic-max-allowed",
  run: (raw) => computeMaxAllowed(windowInput.parse(raw).contextWindow),
};

const count = z.number().nullable().default(0);
const triggerInput = z.strictObject({
  usage: z.strictObject({ tokensIn: count, tokensOut: count, cacheWrites: count, cacheReads: count }),
  contextWindow: z.number().nullable().default(null),
});

export const clineTriggerCases: CaseFamily = {
  policy: "cline-classic-trigger",
  run(raw) {
    const { usage, contextWindow } = triggerInput.parse(raw);
    const total = Object.values(usage).reduce<number>((sum, tokens) => sum + (tokens ?? 0), 0);
    return { compact: total >= computeMaxAllowed(contextWindow).maxAllowedSize };
  },
};
