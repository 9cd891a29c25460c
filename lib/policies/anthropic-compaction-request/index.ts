import { z } from "zod";
import { definePolicy, type StepInput, type StepResult } from "../contract/policy";
import type { History } from "../contract/history";
import { PROVIDER_COMPACTS } from "../anthropic-compact/compact";
import { findConversationStart } from "../shared/conversation";
import { summarizeRange } from "../shared/summarize-range";

const options = z.object({
  type: z.literal("summarize").default("summarize"),
  instructions: z.string().nullable().default(null),
});

const state = z.object({
  compactedTo: z.number().int().nonnegative().default(0),
  summaryTokens: z.number().nonnegative().default(0),
});

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

/**
 * A request whose only answer is one compaction block. Later requests send that block instead of everything it stands
 * for.
 */
export const anthropicCompactionRequest = definePolicy({
  kind: "anthropic-compaction-request",
  version: "2026-09-04",
  title: "Anthropic compaction request (modelled)",
  vendor: "Anthropic",
  runsOn: { provider: "anthropic" },
  source: "Modelled from the SDK's types; the summary itself is simulated.",
  checked: { on: "2026-11-22", against: "the types of @anthropic-ai/sdk for compact-2026-09-04" },
  malformed: null,
  cannotPin: () => PROVIDER_COMPACTS,
  keepEverything: {},
  options,
  state,
  step,
});

function step(input: Input): StepResult {
  const { state, history, request } = input;
  if (!request.requested) return { changes: [] };
  const from = Math.max(findConversationStart(history), state.compactedTo);
  const to = endOfTurn(history);
  if (to === null)
    return { changes: [], notes: ["A compaction may not be asked for in the middle of a turn."] };
  if (to <= from) return { changes: [] };
  const range = summarizeRange(input, {
    parts: [{ from, to }],
    before: to,
    id: "anthropic:compaction",
    role: "assistant",
    carried: state.summaryTokens,
    rule: "compaction",
    reason: "A compaction was asked for: one block stands for everything before it.",
  });
  state.compactedTo = to;
  state.summaryTokens = range.tokens;
  return range;
}

/** The end of the newest finished turn, before any newer question; `null` while calls wait or were just answered. */
function endOfTurn(history: History): number | null {
  let end = history.length;
  while (end > 0 && history.at(end - 1).role === "user") end--;
  if (end === 0) return 0;
  const { role, toolCalls = [] } = history.at(end - 1);
  return role === "tool" || toolCalls.length > 0 ? null : end;
}
