import { z } from "zod";
import { definePolicy, type StepInput, type StepResult } from "../contract/policy";
import { forgottenMiddle } from "../shared/forget-middle";
import { maxSizeTrigger } from "../shared/max-size-trigger";

const options = z.object({
  max_size: z.number().int().positive().default(100),
  keep_first: z.number().int().nonnegative().default(1),
});

const state = z.object({ forgottenTo: z.number().int().nonnegative().default(0) });

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

export const openhandsV0AmortizedForgetting = definePolicy({
  kind: "openhands-v0-amortized-forgetting",
  version: "d6fab190",
  title: "OpenHands V0 amortized forgetting",
  vendor: "OpenHands V0",
  configuration: { write: "toml", place: "config.toml", section: "condenser", first: { type: "amortized" } },
  runsOn: { harness: ["OpenHands"], except: ["OpenHands V1", "OpenHands SDK"] },
  source: "amortized_forgetting_condenser.py at this commit.",
  malformed: "Events are counted, so a result may stay whose call left.",
  keepEverything: { max_size: Number.MAX_SAFE_INTEGER },
  options,
  state,
  step,
});

function step({ options, state, history, request }: Input): StepResult {
  const head = Math.min(options.keep_first, history.length);
  const gone = Math.max(0, state.forgottenTo - head);
  const length = history.length - gone;
  const trigger = maxSizeTrigger(length, options.max_size, request);
  if (!trigger.fired) return { changes: [], triggers: [trigger] };
  const target = Math.floor(options.max_size / 2);
  const range = forgottenMiddle({ length, keepFirst: head, target });
  const from = Math.max(head, state.forgottenTo);
  const to = range.to + gone;
  if (to <= from) return { changes: [], triggers: [trigger] };
  state.forgottenTo = to;
  return {
    triggers: [trigger],
    changes: [{ status: "removed", from, to }],
    decisions: [
      {
        action: "remove",
        from,
        to,
        rule: "amortized_forgetting",
        reason: `${length} events are more than ${options.max_size}: ${target} stay.`,
        numbers: { events: length, target },
        reference: null,
      },
    ],
  };
}
