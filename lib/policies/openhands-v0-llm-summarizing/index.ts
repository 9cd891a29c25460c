import { z } from "zod";
import { definePolicy, type StepInput, type StepResult } from "../contract/policy";
import { forgottenMiddle } from "../shared/forget-middle";
import { summarizeRange } from "../shared/summarize-range";
import { maxSizeTrigger } from "../shared/max-size-trigger";

const options = z.object({
  max_size: z.number().int().positive().default(100),
  keep_first: z.number().int().nonnegative().default(1),
});

const state = z.object({
  forgottenTo: z.number().int().nonnegative().default(0),
  summaryTokens: z.number().nonnegative().default(0),
});

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

/** A view that grows too long keeps its head, a summary and less than half of its maximum size. */
export const openhandsV0LlmSummarizing = definePolicy({
  kind: "openhands-v0-llm-summarizing",
  version: "d6fab190",
  title: "OpenHands V0 LLM summarizing",
  vendor: "OpenHands V0",
  configuration: { write: "toml", place: "config.toml", section: "condenser", first: { type: "llm" } },
  runsOn: { harness: ["OpenHands"], except: ["OpenHands V1", "OpenHands SDK"] },
  source: "llm_summarizing_condenser.py at this commit.",
  malformed: "Events are counted, so a result may stay whose call left.",
  keepEverything: { max_size: Number.MAX_SAFE_INTEGER },
  options,
  state,
  step,
});

function step(input: Input): StepResult {
  const { options, state, history, request } = input;
  const head = Math.min(options.keep_first, history.length);
  const hasSummary = state.forgottenTo > head;
  const gone = hasSummary ? state.forgottenTo - head - 1 : 0;
  const length = history.length - gone;
  const trigger = maxSizeTrigger(length, options.max_size, request);
  if (!trigger.fired) return { changes: [], triggers: [trigger] };
  const target = Math.floor(options.max_size / 2) - 1;
  const to = forgottenMiddle({ length, keepFirst: head, target }).to + gone;
  const from = Math.max(head, state.forgottenTo);
  if (to <= from) return { changes: [], triggers: [trigger] };
  const range = summarizeRange(input, {
    parts: [{ from, to }],
    before: to,
    id: "openhands-v0:summary",
    role: "user",
    carried: state.summaryTokens,
    rule: "llm_summarizing",
    reason: `${length} events are more than ${options.max_size}: ${target - head} of the newest stay.`,
    numbers: { events: length },
  });
  state.forgottenTo = to;
  state.summaryTokens = range.tokens;
  return { ...range, triggers: [trigger] };
}
