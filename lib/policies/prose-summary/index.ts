import { z } from "zod";
import { definePolicy, type StepInput, type StepResult } from "../contract/policy";
import { limitTrigger } from "../shared/checkpoint-trigger";
import { endOfPairs, removeRange } from "../shared/drop-prefix";
import { makeSummaryMessage } from "../shared/simulated-summary";

const options = z.object({
  max_tokens: z.number().int().positive().default(60_000),
  keep: z.number().int().nonnegative().default(4),
});
const state = z.object({
  summarizedTo: z.number().int().nonnegative().default(0),
  rounds: z.number().int().nonnegative().default(0),
});

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

const SUMMARY_ID = "prose-summary";

/**
 * The baseline that most harnesses start with: everything old becomes one text, including the task and its constraints.
 */
export const proseSummary = definePolicy({
  kind: "prose-summary",
  version: "1",
  title: "Prose summary",
  vendor: "Baseline",
  source:
    "By definition: what is old becomes one free text, as often as it takes; each text stands for the one before.",
  tuned: (limit) => ({ max_tokens: limit }),
  checked: null,
  malformed: null,
  keepEverything: { max_tokens: Number.MAX_SAFE_INTEGER },
  options,
  state,
  step,
});

function step({ options, state, history, shown, request }: Input): StepResult {
  const trigger = limitTrigger(options.max_tokens, shown, request);
  const from = state.summarizedTo;
  const to = endOfPairs(history, Math.max(from, history.length - options.keep));
  if (!trigger.fired || to <= from || to >= history.length) return { changes: [], triggers: [trigger] };
  const tokens = history.measure(request.countMessage).sum(from, to);
  const summary = request.summarize({ messages: to, tokens });
  state.summarizedTo = to;
  state.rounds++;
  const message = makeSummaryMessage(SUMMARY_ID, "user", summary);
  const isRule = (index: number) => history.at(index).role === "system";
  return {
    changes: [...removeRange(from, to, isRule, "summarized"), { status: "inserted", before: to, message }],
    triggers: [trigger],
    decisions: [
      {
        action: "summarize",
        from,
        to,
        rule: "prose",
        reason: `${trigger.measured ?? 0} tokens exceed ${options.max_tokens}: all but the newest ${options.keep} messages became a text.`,
        numbers: { round: state.rounds, tokens, summary: summary.tokens },
        reference: null,
      },
    ],
    summarizerCalls: [
      { purpose: "summary", inputTokens: tokens, outputTokens: summary.tokens, simulated: summary.simulated },
    ],
    notes: ["Whatever of the task and its constraints the text leaves out is lost."],
  };
}
