import { z } from "zod";
import { openhandsSdkLlmSummarizing } from "@/lib/policies/openhands-sdk-llm-summarizing";
import {
  listCondenseReasons,
  isHard,
  planCondensation,
} from "@/lib/policies/openhands-sdk-llm-summarizing/plan";
import type { CondenserEvent } from "@/lib/policies/openhands-sdk-llm-summarizing/safe-indices";
import { sumBy } from "@/lib/policies/shared/sum";
import type { CaseFamily } from "./family";
import { knownOptions } from "./known-options";

const input = z.strictObject({
  config: z.unknown(),
  request: z.boolean().default(false),
  agentMaxInputTokens: z.number().nullable().default(null),
  events: z.array(z.string()),
  /** A remark: what the codes of the events mean. */
  legend: z.string().optional(),
});

const settings = z.object({
  max_size: z.number(),
  keep_first: z.number(),
  max_tokens: z.number().nullable(),
  minimum_progress: z.number(),
});

export const openhandsSdkCases: CaseFamily = {
  policy: "openhands-sdk-llm-summarizing",
  run(raw) {
    const { config, request, agentMaxInputTokens, events: codes } = input.parse(raw);
    const parsed = openhandsSdkLlmSummarizing.options.safeParse(config);
    if (!parsed.success) return { error: "ValidationError" };
    const options = settings.parse(parsed.data);
    knownOptions(openhandsSdkLlmSummarizing, config);
    const events = codes.map(eventOf);
    const lower = Math.min(options.max_tokens ?? Infinity, agentMaxInputTokens ?? Infinity);
    const limit = lower === Infinity ? null : lower;
    const view = { events: events.length, tokens: sumBy(events, ({ tokens }) => tokens) };
    const reasons = listCondenseReasons(view, options.max_size, limit, request);
    if (reasons.length === 0) return { requirement: null, condensation: null };
    const plan = planCondensation(events, reasons, options, limit);
    const ids = codes.map((_, i) => `e${i}`);
    return {
      requirement: isHard(reasons) ? "hard" : "soft",
      condensation:
        plan === null ? null : { forgotten: ids.slice(plan.from, plan.to), summaryOffset: plan.from },
    };
  },
};

function eventOf(code: string): CondenserEvent {
  const [kind = "", callId = "", third] = code.replace("!", "").split(":");
  if (kind === "O") return { kind: "observation", callId, tokens: Number(third ?? 1) };
  if (kind !== "A") return { kind: "message", tokens: Number(kind.slice(1)) };
  const response = third === undefined ? {} : { responseId: third };
  return { kind: "action", callId, tokens: 1, thinking: code.endsWith("!"), ...response };
}
