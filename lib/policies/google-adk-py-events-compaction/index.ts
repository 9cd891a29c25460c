import { z } from "zod";
import { at } from "@/lib/core/assert";
import { definePolicy, type StepInput, type StepResult } from "../contract/policy";
import { findConversationStart } from "../shared/conversation";
import { summarizeRange } from "../shared/summarize-range";

const options = z.object({
  compaction_interval: z.number().int().positive().default(3),
  overlap_size: z.number().int().nonnegative().default(1),
});

const state = z.object({
  compacted: z.number().int().nonnegative().default(0),
  compactions: z.number().int().nonnegative().default(0),
});

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

export const googleAdkPyEventsCompaction = definePolicy({
  kind: "google-adk-py-events-compaction",
  version: "94fca72f",
  title: "ADK events compaction (Python)",
  vendor: "Google Agent Development Kit (google-adk)",
  configuration: { write: "python", pattern: "EventsCompactionConfig(…)" },
  runsOn: { harness: ["Google ADK", "ADK"] },
  source: "apps/compaction.py at this commit, read; summaries are simulated.",
  checked: { on: "2026-11-22", against: "adk-python 94fca72f, apps/compaction.py" },
  malformed: null,
  keepEverything: { compaction_interval: Number.MAX_SAFE_INTEGER },
  options,
  state,
  step,
});

function step(input: Input): StepResult {
  const { options, state, history, request } = input;
  const prompts = history.positions("user");
  const finished = Math.max(0, prompts.length - 1);
  const fresh = finished - state.compacted;
  const trigger = {
    fired: fresh >= options.compaction_interval,
    name: "compaction_interval",
    measured: fresh,
    threshold: options.compaction_interval,
    unit: "items",
    basis: "counted",
  } as const;
  if (!trigger.fired) return { changes: [], triggers: [trigger] };
  const from = state.compacted === 0 ? findConversationStart(history) : at(prompts, state.compacted);
  const to = at(prompts, finished);
  const overlapFrom = at(prompts, Math.max(0, state.compacted - options.overlap_size));
  state.compacted = finished;
  state.compactions++;
  const range = summarizeRange(input, {
    parts: [{ from, to }],
    before: to,
    id: `google-adk-py:summary:${state.compactions}`,
    role: "assistant",
    carried: history.measure(request.countMessage).sum(overlapFrom, from),
    rule: "compaction_interval",
    reason: `${fresh} invocations are new since the last compaction: they are summarised, with ${options.overlap_size} before them.`,
    numbers: { invocations: fresh, overlap_size: options.overlap_size },
  });
  return { ...range, triggers: [trigger] };
}
