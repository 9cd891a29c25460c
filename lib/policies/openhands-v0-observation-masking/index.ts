import { z } from "zod";
import { withText } from "../contract/message";
import { definePolicy, type StepInput, type StepResult } from "../contract/policy";

export const MASKED = "<MASKED>";

const options = z.object({
  /** How many of the newest events (not observations) stay unchanged. */
  attention_window: z.number().int().positive().default(100),
});

const state = z.object({ maskedTo: z.number().int().nonnegative().default(0) });

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

export const openhandsV0ObservationMasking = definePolicy({
  kind: "openhands-v0-observation-masking",
  version: "d6fab190",
  title: "OpenHands V0 observation masking",
  vendor: "OpenHands V0",
  configuration: {
    write: "toml",
    place: "config.toml",
    section: "condenser",
    first: { type: "observation_masking" },
  },
  runsOn: { harness: ["OpenHands"], except: ["OpenHands V1", "OpenHands SDK"] },
  source: "observation_masking_condenser.py at this commit.",
  tuned: (_limit, own) => ({ attention_window: 2 * options.parse(own).attention_window }),
  malformed: null,
  keepEverything: { attention_window: Number.MAX_SAFE_INTEGER },
  options,
  state,
  step,
});

function step({ options, state, history }: Input): StepResult {
  const masked: number[] = [];
  for (; state.maskedTo < history.length - options.attention_window; state.maskedTo++)
    if (history.at(state.maskedTo).role === "tool") masked.push(state.maskedTo);
  return {
    changes: masked.map((index) => ({
      status: "cleared",
      index,
      message: withText(history.at(index), MASKED),
    })),
    decisions: masked.map((index) => ({
      action: "clear",
      from: index,
      to: index + 1,
      rule: "observation_masking",
      reason: `It is not among the newest ${options.attention_window} events.`,
      numbers: { events: history.length, attention_window: options.attention_window },
      reference: null,
    })),
  };
}
