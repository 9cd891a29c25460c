import { z } from "zod";
import { type StepInput, type StepResult, definePolicy } from "../contract/policy";
import type { Change } from "../contract/projection";
import { findConversationStart } from "../shared/conversation";
import { summarizeRange } from "../shared/summarize-range";
import { makeTokenTrigger, countUsedTokens } from "../shared/used-tokens";
import { type Message, setText } from "../contract/message";
import { type MiddleBudget, countBytes, convertBytesToTokens, truncateMiddle } from "./truncate-middle";

const PROMPT_BUDGET_TOKENS = 20_000;

interface SurvivingPrompt {
  readonly index: number;
  readonly message: Message;
}

/**
 * Prompts survive newest first within a shared budget. The one that crosses it loses its middle; older ones are
 * dropped. `prompts` yields positions from the newest on and is read only as far as the budget reaches.
 */
function selectPrompts(
  prompts: Iterable<number>,
  messageAt: (index: number) => Message | null,
): SurvivingPrompt[] {
  const surviving: SurvivingPrompt[] = [];
  let left = PROMPT_BUDGET_TOKENS;
  for (const index of prompts) {
    if (left <= 0) break;
    const message = messageAt(index);
    if (message === null) continue;
    const tokens = convertBytesToTokens(countBytes(message.text));
    if (tokens > left) {
      surviving.push({ index, message: setText(message, truncateMiddle(message.text, { tokens: left })) });
      break;
    }
    surviving.push({ index, message });
    left -= tokens;
  }
  return surviving;
}

const WINDOW_SHARE = 0.9;

/** Introduces the summary, so that the next model knows who wrote it. */
const SUMMARY_PREFIX =
  "Another language model started to solve this problem and produced a summary of its thinking process.";

const options = z.object({
  model_context_window: z.number().positive().nullable().default(null),
  /** Compaction starts at this many tokens, at most nine tenths of the window. */
  model_auto_compact_token_limit: z.number().nullable().default(null),
  tool_output_token_limit: z.number().positive().nullable().default(null),
});

const state = z.object({
  recordedTo: z.number().int().nonnegative().default(0),
  compactedTo: z.number().int().nonnegative().default(0),
  oldestPrompt: z.number().int().nonnegative().default(0),
  summaryTokens: z.number().nonnegative().default(0),
});

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

export const codexCompaction = definePolicy({
  kind: "codex-compaction",
  version: "0.169.0",
  title: "Codex compaction",
  vendor: "Codex CLI (@openai/codex)",
  configuration: { write: "toml", place: "~/.codex/config.toml" },
  runsOn: { harness: ["Codex"] },
  source: "codex-rs/core/src/compact.rs and runs of the binary against a stand-in provider.",
  tuned: (limit) => ({ model_auto_compact_token_limit: limit }),
  checked: { on: "2026-11-22", against: "@openai/codex@0.169.0" },
  malformed: null,
  keepEverything: null,
  options,
  state,
  step,
});

function step(input: Input): StepResult {
  const { options, shown, request } = input;
  const recorded = recordNewOutputs(input);
  const window = options.model_context_window ?? request.contextWindow;
  const share = window === null ? null : Math.floor(window * WINDOW_SHARE);
  const configured = options.model_auto_compact_token_limit;
  const limit = configured === null || share === null ? (configured ?? share) : Math.min(configured, share);
  const used = countUsedTokens(request, shown);
  const fired = (limit !== null && used.tokens >= limit) || request.requested || request.overflow;
  const triggers = [makeTokenTrigger("auto_compact", used, limit, fired)];
  const compacted = fired ? runCompact(input, `${used.tokens} tokens reached ${limit ?? "what fits"}`) : null;
  return {
    ...compacted,
    triggers,
    changes: [...(recorded.changes ?? []), ...(compacted?.changes ?? [])],
    decisions: [...(recorded.decisions ?? []), ...(compacted?.decisions ?? [])],
  };
}

function recordNewOutputs({ options, state, history }: Input): StepResult {
  const changes: Change[] = [];
  for (; state.recordedTo < history.length; state.recordedTo++) {
    const message = history.at(state.recordedTo);
    if (message.role !== "tool") continue;
    const text = recordOutput(message.text, options.tool_output_token_limit);
    if (text === message.text) continue;
    const { texts: _texts, ...rest } = message;
    changes.push({ status: "trimmed", index: state.recordedTo, message: { ...rest, text } });
  }
  const decisions = changes.flatMap((change) =>
    change.status !== "trimmed"
      ? []
      : ({
          action: "trim",
          from: change.index,
          to: change.index + 1,
          rule: "record-output",
          reason: "Only the head and tail of a long output are recorded.",
          numbers: { chars: history.at(change.index).text.length },
          reference: null,
        } as const),
  );
  return { changes, decisions };
}

function runCompact(input: Input, why: string): StepResult {
  const { state, history, shown } = input;
  const start = Math.max(findConversationStart(history), state.compactedTo);
  const end = endOfCompacted(input);
  if (end <= start) return { changes: [], notes: ["There is nothing to compact yet."] };
  const from = Math.max(findConversationStart(history), state.oldestPrompt);
  const surviving = selectPrompts(listPromptsBefore(input, end, from), (index) => shown.at(index));
  const oldest = surviving.at(-1)?.index ?? end;
  const range = summarizeRange(input, {
    parts: [{ from: start, to: end }],
    before: end,
    id: "codex-compaction:summary",
    role: "user",
    frame: (text) => `${SUMMARY_PREFIX}\n${text}`,
    carried: state.summaryTokens,
    rule: "keep-prompts",
    reason: `${why}: the prompts stay within ${PROMPT_BUDGET_TOKENS} tokens, everything else is summarised.`,
    numbers: { promptsKept: surviving.length },
  });
  const restored = surviving.map(({ index, message }): Change =>
    message === history.at(index)
      ? { status: "kept", from: index, to: index + 1 }
      : { status: "trimmed", index, message },
  );
  state.oldestPrompt = oldest;
  state.compactedTo = end;
  state.summaryTokens = range.tokens;
  const older: Change = { status: "summarized", from, to: Math.min(oldest, start) };
  return { ...range, changes: [older, ...range.changes, ...restored] };
}

/** A newly typed prompt is sent after the compaction. In the middle of a turn everything is compacted. */
function endOfCompacted({ history }: Input): number {
  let end = history.length;
  while (end > 0 && history.at(end - 1).role === "user") end--;
  return end;
}

function* listPromptsBefore({ history }: Input, end: number, from: number): Generator<number> {
  const prompts = history.positions("user");
  for (let i = prompts.length - 1; i >= 0; i--) {
    const index = prompts[i] ?? -1;
    if (index < from) return;
    if (index < end) yield index;
  }
}

const UNKNOWN_MODEL: MiddleBudget = { bytes: 10_000 };

const ALREADY_TRUNCATED = "Warning: truncated output (original token count: ";

/** The output as Codex records it. A long output loses its middle at once, not only when the session is compacted. */
export function recordOutput(text: string, tokenLimit: number | null): string {
  const budget = tokenLimit === null ? UNKNOWN_MODEL : { tokens: tokenLimit };
  const limit = "tokens" in budget ? budget.tokens * 4 : budget.bytes;
  if (text.length <= limit / 4) return text;
  const bytes = countBytes(text);
  if (bytes <= limit || text.includes(ALREADY_TRUNCATED)) return text;
  const lines = text.replace(/\n$/, "").split("\n").length;
  const head = `${ALREADY_TRUNCATED}${convertBytesToTokens(bytes)})\nTotal output lines: ${lines}\n\n`;
  return head + truncateMiddle(text, budget);
}
