import { z } from "zod";
import { definePolicy } from "../contract/policy";
import { makeTokenTrigger } from "../shared/used-tokens";
import { measureContext } from "./thresholds";
import { hideOldest, readVisible, rooState } from "./hide";

const options = z.object({
  fractionToRemove: z.number().min(0).max(1).default(0.5),
});

export const rooSlidingWindow = definePolicy({
  kind: "roo-sliding-window",
  version: "cb836567",
  title: "Roo sliding window",
  vendor: "Roo Code",
  runsOn: { harness: ["Roo Code"] },
  source: "truncateConversation of src/core/context-management at this commit.",
  checked: { on: "2026-11-22", against: "Roo-Code cb836567, context-management/index.ts" },
  archived: "Roo Code was shut down on 2026-05-15.",
  malformed: "Messages are hidden by count: a result may stay whose call is hidden.",
  keepEverything: { fractionToRemove: 0 },
  options,
  state: rooState,
  step(input) {
    readVisible(input);
    const size = measureContext(input.request, input.shown, input.history);
    const fired = size.allowed !== null && size.used.tokens > size.allowed;
    const triggers = [makeTokenTrigger("allowedTokens", size.used, size.allowed, fired)];
    if (!fired) return { changes: [], triggers };
    const why = `${size.used.tokens} tokens are more than the ${size.allowed} allowed`;
    return { ...hideOldest(input, input.options.fractionToRemove, why), triggers };
  },
});
