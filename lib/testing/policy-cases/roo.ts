import { z } from "zod";
import {
  computeAllowedTokens,
  decide,
  computeEffectiveThreshold,
} from "@/lib/policies/roo-sliding-window/thresholds";
import { countHidden, writeTruncationMarker } from "@/lib/policies/roo-sliding-window/hide";
import type { CaseFamily } from "./family";

/** Messages of a case are one millisecond apart, starting here. */
const FIRST_TS = 1_000;

const slidingInput = z.strictObject({ messages: z.number(), fractionToRemove: z.number() });

export const rooSlidingWindowCases: CaseFamily = {
  policy: "roo-sliding-window",
  run(raw) {
    const { messages, fractionToRemove } = slidingInput.parse(raw);
    const removed = countHidden(messages, fractionToRemove);
    const ids = Array.from({ length: messages }, (_, i) => `m${i}`);
    const index = removed + 1;
    const marker = { index, content: writeTruncationMarker(removed), ts: FIRST_TS + index - 1 };
    return {
      removed,
      visible: removed === 0 ? ids : [...ids.slice(0, 1), ...ids.slice(index)],
      marker: removed === 0 ? [] : [marker],
    };
  },
};

const CASE_MESSAGES = 9;
const LAST_MESSAGE_TOKENS = 2;

const managementInput = z.strictObject({
  totalTokens: z.number(),
  contextWindow: z.number(),
  maxTokens: z.number().nullable().default(null),
  auto: z.boolean().default(false),
  percent: z.number().default(100),
  profiles: z.record(z.string(), z.number()).default({}),
  profile: z.string().default("p"),
  messages: z.number().default(CASE_MESSAGES),
  condenseFails: z.boolean().default(false),
});

/** Cases use their own words for what happened. Only whether Roo condensed or hid messages is compared. */
function actionNamed(word: string): string {
  if (/cond|summ/i.test(word)) return "condense";
  return /trunc|slid|window/i.test(word) ? "truncate" : word;
}

export const rooContextManagementCases: CaseFamily = {
  policy: "roo-context-management",
  inOurWords: (expected) => ({ ...expected, action: actionNamed(String(expected.action)) }),
  run(raw) {
    const one = managementInput.parse(raw);
    const tokens = one.totalTokens + LAST_MESSAGE_TOKENS;
    const allowed = computeAllowedTokens(one.contextWindow, one.maxTokens);
    const threshold = computeEffectiveThreshold(one.percent, one.profiles[one.profile]);
    const size = { tokens, contextWindow: one.contextWindow, allowed, threshold };
    const first = decide({ ...size, auto: one.auto });
    const action = first === "condense" && one.condenseFails ? decide({ ...size, auto: false }) : first;
    const removed = action === "truncate" ? countHidden(one.messages, 0.5) : 0;
    return { action, prevContextTokens: tokens, removed };
  },
};
