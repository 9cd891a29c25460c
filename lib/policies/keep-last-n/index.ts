import { z } from "zod";
import { definePolicy, type StepInput, type StepResult } from "../contract/policy";
import { endOfPairs, removeRange } from "../shared/drop-prefix";

const options = z.object({
  keep: z.number().int().nonnegative().default(20),
});
const state = z.object({ removedTo: z.number().int().nonnegative().default(0) });

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

export const keepLastN = definePolicy({
  kind: "keep-last-n",
  version: "1",
  title: "Keep the last n messages",
  vendor: "Baseline",
  source: "By definition: the newest n; system messages stay, results whose call left go with it.",
  tuned: (_limit, own) => ({ keep: 2 * options.parse(own).keep }),
  checked: null,
  malformed: null,
  keepEverything: { keep: Number.MAX_SAFE_INTEGER },
  options,
  state,
  step,
});

function step({ options, state, history }: Input): StepResult {
  const from = state.removedTo;
  const boundary = history.length - options.keep;
  const to = boundary <= from ? from : endOfPairs(history, boundary);
  const trigger = {
    fired: to > from,
    name: "messages",
    measured: history.length,
    threshold: options.keep,
    unit: "messages",
    basis: "counted",
  } as const;
  if (!trigger.fired) return { changes: [], triggers: [trigger] };
  state.removedTo = to;
  return {
    changes: removeRange(from, to, (index) => history.at(index).role === "system"),
    triggers: [trigger],
    decisions: [
      {
        action: "remove",
        from,
        to,
        rule: "newest-n",
        reason: `Only the newest ${options.keep} of ${history.length} messages stay.`,
        numbers: { messages: history.length, keep: options.keep },
        reference: null,
      },
    ],
  };
}
