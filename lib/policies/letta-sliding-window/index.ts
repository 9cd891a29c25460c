import { z } from "zod";
import type { Tokens } from "@/lib/core/units";
import { countBytes } from "../codex-compaction/truncate-middle";
import type { Message } from "../contract/message";
import { sumAt } from "../contract/pins";
import { type StepInput, type StepResult, definePolicy } from "../contract/policy";
import { findConversationStart } from "../shared/conversation";
import { writeJson } from "../shared/estimate";
import { summarizeRange } from "../shared/summarize-range";
import { roundHalfEven } from "../shared/python-text";

const TRIGGER_SHARE = 0.9;
const SAFETY_MARGIN = 1.3;

const options = z.object({
  /** The share of messages to remove. The first attempt removes a tenth more. */
  sliding_window_percentage: z.number().min(0).max(1).default(0.3),
});

const state = z.object({
  from: z.number().int().nonnegative().default(0),
  summaryTokens: z.number().nonnegative().default(0),
});

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

export const lettaSlidingWindow = definePolicy({
  kind: "letta-sliding-window",
  version: "56ba9c25",
  title: "Letta sliding window",
  vendor: "Letta",
  runsOn: { harness: ["Letta", "MemGPT"] },
  source: "services/summarizer/summarizer_sliding_window.py at this commit.",
  checked: { on: "2026-11-22", against: "letta 56ba9c25, summarizer_sliding_window.py" },
  malformed: null,
  keepEverything: null,
  options,
  state,
  step,
});

function step(input: Input): StepResult {
  const { options, state, history, request } = input;
  const window = request.contextWindow;
  if (window === null) return { changes: [], notes: ["The context window is not known."] };
  const start = Math.max(findConversationStart(history), state.from);
  const system =
    (request.systemTokens ?? 0) + history.measure(estimate).sum(0, findConversationStart(history));
  const measure = history.measure(estimate);
  const kept = sumAt(input.pins.staying, measure, findConversationStart(history), start);
  const measured = system + kept + state.summaryTokens + measure.sum(start, history.length);
  const threshold = TRIGGER_SHARE * window;
  const fired = measured > threshold || request.overflow;
  const trigger = { fired, name: "window", measured, threshold, unit: "tokens", basis: "estimated" } as const;
  if (!fired || start >= history.length) return { changes: [], triggers: [trigger] };

  const offset = 1 + (state.summaryTokens > 0 ? 1 : 0);
  const positionOf = (index: number) => start + index - offset;
  const cutoff = findLettaCutoff(
    {
      length: history.length - start + offset,
      isReply: (index) => index >= offset && history.at(positionOf(index)).role === "assistant",
      tokensFrom: (index) => system + measure.sum(positionOf(index), history.length),
    },
    window,
    options.sliding_window_percentage,
  );
  const to = cutoff === null ? history.length : positionOf(cutoff);
  const range = summarizeRange(input, {
    parts: [{ from: start, to }],
    before: to,
    id: "letta:summary",
    role: "user",
    carried: state.summaryTokens,
    rule: cutoff === null ? "summarize-all" : "sliding-window",
    reason: `About ${Math.round(measured)} tokens are more than nine tenths of ${window}.`,
  });
  state.from = to;
  state.summaryTokens = range.tokens;
  return { ...range, triggers: [trigger] };
}

function estimate(message: Message): Tokens {
  const calls = message.toolCalls?.length ? countBytes(writeJson(message.toolCalls)) : 0;
  const text = message.simulated === undefined ? countBytes(message.text) : message.simulated.tokens * 4;
  return ((text + calls) / 4) * SAFETY_MARGIN;
}

interface CutList {
  readonly length: number;
  readonly isReply: (index: number) => boolean;
  readonly tokensFrom: (index: number) => Tokens;
}

/**
 * The first message that stays. The removed share starts a tenth above the setting and grows by tenths until the rest
 * is small enough. Each cut moves back to a reply. `null` if no share below 1 is enough.
 */
export function findLettaCutoff(list: CutList, window: Tokens, percentage: number): number | null {
  const goal = (1 - percentage) * window;
  let share = percentage;
  let tokens = window;
  let cutoff: number | null = null;
  while (tokens >= goal && share < 1) {
    share += 0.1;
    cutoff = findReplyAtOrBefore(list, roundHalfEven(share * list.length));
    if (cutoff !== null) tokens = list.tokensFrom(cutoff);
  }
  return cutoff === null || share >= 1 || cutoff >= list.length - 1 ? null : cutoff;
}

function findReplyAtOrBefore(list: CutList, index: number): number | null {
  for (let i = Math.min(index, list.length - 1); i >= 1; i--) if (list.isReply(i)) return i;
  return null;
}
