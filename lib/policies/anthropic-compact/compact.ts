import { z } from "zod";
import type { StepInput, StepResult } from "../contract/policy";
import { removeRange } from "../shared/drop-prefix";
import { makeSummaryMessage } from "../shared/simulated-summary";

export const PROVIDER_COMPACTS =
  "the provider makes the compaction: everything before it becomes one block, and no message can be kept out of it";

const TRIGGER_TOKENS_MIN = 50_000;

export const compactEntry = z.object({
  type: z.literal("compact_20260112"),
  trigger: z
    .object({ type: z.literal("input_tokens"), value: z.number().int().min(TRIGGER_TOKENS_MIN) })
    .default({ type: "input_tokens", value: 150_000 }),
  pause_after_compaction: z.boolean().default(false),
  instructions: z.string().nullable().default(null),
});

export const compactEdit = compactEntry.extend({ type: compactEntry.shape.type.default("compact_20260112") });

export const compactState = z.object({
  compactedTo: z.number().int().nonnegative().default(0),
  compactions: z.number().int().nonnegative().default(0),
});

type Input = StepInput<z.infer<typeof compactEntry>, z.infer<typeof compactState>>;

/**
 * The same model summarises the whole conversation and continues from the summary. The server ignores everything before
 * the last compaction block.
 */
export function compactWindow({ options, state, history, shown, request }: Input): StepResult {
  const measured = (request.systemTokens ?? 0) + (request.toolsTokens ?? 0) + shown.tokens;
  const threshold = options.trigger.value;
  const fired = measured >= threshold && state.compactedTo < history.length;
  const trigger = {
    fired,
    name: "input_tokens",
    measured,
    threshold,
    unit: "tokens",
    basis: "estimated",
  } as const;
  if (!fired) return { changes: [], triggers: [trigger] };

  const [from, to] = [state.compactedTo, history.length];
  const sourceTokens = shown.tokens;
  const summary = request.summarize({ messages: to, tokens: sourceTokens });
  const previous = makeBlockId(state.compactions);
  state.compactedTo = to;
  state.compactions++;
  const isProtected = (index: number) => history.at(index).role === "system";
  return {
    changes: [
      ...removeRange(from, to, isProtected, "summarized"),
      { status: "withdrawn", id: previous },
      {
        status: "inserted",
        before: to,
        message: makeSummaryMessage(makeBlockId(state.compactions), "assistant", summary),
      },
    ],
    triggers: [trigger],
    decisions: [
      {
        action: "summarize",
        from,
        to,
        rule: "compaction-block",
        reason: `${measured} tokens reached ${threshold}: a compaction block stands for everything before it.`,
        numbers: { measured, threshold, summaryTokens: summary.tokens },
        reference: null,
      },
    ],
    summarizerCalls: [
      {
        purpose: "compaction",
        inputTokens: measured,
        outputTokens: summary.tokens,
        simulated: summary.simulated,
      },
    ],
    notes: options.pause_after_compaction
      ? ["The client may keep messages after a pause; none are assumed to be kept."]
      : [],
  };
}

function makeBlockId(compactions: number): string {
  return `compaction-${compactions}`;
}
