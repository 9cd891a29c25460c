import { z } from "zod";
import { definePolicy, type StepInput, type StepResult } from "../policy";
import { summaryMessage } from "../shared/simulated-summary";
import { summarizeRange } from "../shared/summarize-range";
import { findCutoff } from "./cutoff";
import { seenBySummariser, TOO_LONG } from "./seen";
import { isTriggered, options, type Options } from "./options";
import { SummarizedView } from "./view";

const ID = "langchain:summary";

const state = z.object({
  cutTo: z.number().int().nonnegative().default(0),
  summaryTokens: z.number().nonnegative().nullable().default(null),
});

type Input = StepInput<Options, z.infer<typeof state>>;

/** LangChain's summarizationMiddleware: an older part of the list gives way to one human message. */
export const langchainJsSummarization = definePolicy({
  kind: "langchain-js-summarization",
  version: "1.5.14",
  title: "LangChain summarizationMiddleware",
  owner: "LangChain (langchain)",
  source: "agents/middleware/summarization of the package, run on hand-written cases.",
  malformed: null,
  keepEverything: { trigger: null },
  options,
  state,
  step,
});

function step(input: Input): StepResult {
  const { options, state, history, request } = input;
  const hasSystem = state.cutTo === 0 && history.positions("system")[0] === 0;
  const from = hasSystem ? 1 : state.cutTo;
  const summary =
    state.summaryTokens === null
      ? null
      : summaryMessage(ID, "user", { text: "", tokens: state.summaryTokens, simulated: true });
  const view = new SummarizedView(history, from, summary);
  const whole = hasSystem ? new SummarizedView(history, 0, null) : view;
  const sizes = { messages: whole.length, tokens: whole.tokensFrom(0), contextWindow: request.contextWindow };
  const fired = isTriggered(options, sizes);
  const triggers = [
    {
      fired,
      name: "trigger",
      measured: sizes.tokens,
      threshold: null,
      unit: "tokens",
      basis: "estimated",
    } as const,
  ];
  if (!fired) return { changes: [], triggers };
  const cutoff = findCutoff(view, options.keep, request.contextWindow);
  const to = view.positionOf(cutoff);
  if (cutoff <= 0 || to <= from) return { changes: [], triggers };
  const leaving = [
    ...(summary === null ? [] : [summary]),
    ...Array.from({ length: to - (hasSystem ? 0 : from) }, (_, i) => history.at((hasSystem ? 0 : from) + i)),
  ];
  const asked = seenBySummariser(leaving, options.trimTokensToSummarize).size > 0;
  const tooLong = () => ({ text: TOO_LONG, tokens: request.countTokens(TOO_LONG), simulated: false });
  const range = summarizeRange(asked ? input : { history, request: { ...request, summarize: tooLong } }, {
    parts: [{ from: hasSystem ? 0 : from, to }],
    before: to,
    id: ID,
    role: "user",
    frame: (text) => `${options.summaryPrefix}\n\n${text}`,
    carried: state.summaryTokens ?? 0,
    rule: "summarize",
    reason: `${sizes.messages} messages of about ${sizes.tokens} tokens meet the trigger.`,
    numbers: { messages: sizes.messages, tokens: sizes.tokens },
  });
  state.cutTo = to;
  state.summaryTokens = range.tokens;
  return { ...range, ...(asked ? {} : { summarizerCalls: [] }), triggers };
}
