import { z } from "zod";
import type { History } from "../contract/history";
import { countTextChars, setText } from "../contract/message";
import { type StepInput, type StepResult, definePolicy } from "../contract/policy";
import { sumLeaving } from "../contract/pins";
import type { Change } from "../contract/projection";
import { findConversationStart } from "../shared/conversation";
import { summarizeRange } from "../shared/summarize-range";
import { makeTokenTrigger, countUsedTokens } from "../shared/used-tokens";
import { countResponseTokens, countContentChars } from "./content";
import { isMaskable, maskOutput } from "./mask";

const options = z.object({
  /** `mask` masks old outputs, `split` compresses the older part, `both` does both as the CLI does. */
  kind: z.enum(["both", "mask", "split"]).default("both"),
  compressionThreshold: z.number().min(0).default(0.5),
  fraction: z.number().gt(0).lt(1).default(0.7),
  protectionThresholdTokens: z.number().nonnegative().default(50_000),
  minPrunableThresholdTokens: z.number().nonnegative().default(30_000),
  protectLatestTurn: z.boolean().default(true),
});

const state = z.object({
  from: z.number().int().nonnegative().default(0),
  summaryTokens: z.number().nonnegative().default(0),
  /** Everything before this position was masked or would not shrink. */
  maskedTo: z.number().int().nonnegative().default(0),
  rejected: z.boolean().default(false),
});

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

export const geminiCliCompression = definePolicy({
  kind: "gemini-cli",
  version: "0.61.0",
  title: "Gemini CLI compression and masking",
  vendor: "Gemini CLI (@google/gemini-cli-core)",
  runsOn: { harness: ["Gemini CLI"] },
  source: "chatCompressionService and toolOutputMaskingService of the package, run on hand-written cases.",
  checked: { on: "2026-11-22", against: "@google/gemini-cli-core@0.61.0" },
  malformed: null,
  keepEverything: {
    compressionThreshold: Number.MAX_SAFE_INTEGER,
    minPrunableThresholdTokens: Number.MAX_SAFE_INTEGER,
  },
  options,
  state,
  step(input) {
    const { kind } = input.options;
    const masked = kind === "split" ? { changes: [] } : mask(input);
    const compressed = kind === "mask" ? { changes: [] } : runCompress(input);
    return {
      ...compressed,
      changes: [...masked.changes, ...compressed.changes],
      decisions: [...(masked.decisions ?? []), ...(compressed.decisions ?? [])],
    };
  },
});

function mask(input: Input): StepResult {
  const { options, state, history } = input;
  const { prunable, freed } = findPrunable(input);
  const trigger = {
    fired: prunable.length > 0 && freed >= options.minPrunableThresholdTokens,
    name: "minPrunableThresholdTokens",
    measured: freed,
    threshold: options.minPrunableThresholdTokens,
    unit: "tokens",
    basis: "estimated",
  } as const;
  if (!trigger.fired) return { changes: [], triggers: [trigger] };
  state.maskedTo = (prunable[0] ?? 0) + 1;
  const changes = prunable.flatMap((index): (Change & { status: "trimmed" })[] => {
    const tool = history.toolNameOf(index) ?? "unknown_tool";
    const text = maskOutput(tool, history.at(index).text, nameFile(input, index));
    return text === null ? [] : [{ status: "trimmed", index, message: setText(history.at(index), text) }];
  });
  return {
    changes,
    triggers: [trigger],
    decisions: changes.map(({ index }) => ({
      action: "trim",
      from: index,
      to: index + 1,
      rule: "mask",
      reason: `It lies beyond the newest ${options.protectionThresholdTokens} tokens of tool output.`,
      numbers: { freed },
      reference: nameFile(input, index),
    })),
  };
}

/** Goes from newest to oldest. Returns the output that crosses the protected amount and everything older. */
function findPrunable({ options, state, history, pins }: Input): { prunable: number[]; freed: number } {
  const tools = history.positions("tool");
  const scanTo = options.protectLatestTurn ? startOfLatest(history) : history.length;
  const prunable: number[] = [];
  let [newer, freed] = [0, 0];
  for (let i = tools.length - 1; i >= 0; i--) {
    const index = tools[i] ?? -1;
    if (index >= scanTo) continue;
    if (index < Math.max(state.from, state.maskedTo)) break;
    const tool = history.toolNameOf(index) ?? "";
    const { text } = history.at(index);
    if (!isMaskable(tool, text)) continue;
    const tokens = countResponseTokens(tool, text);
    newer += tokens;
    if (newer <= options.protectionThresholdTokens || pins.keepsText(index)) continue;
    freed += tokens;
    prunable.push(index);
  }
  return { prunable, freed };
}

/** Parallel results that are sent in one message count as one latest message. */
function startOfLatest(history: History): number {
  let start = Math.max(0, history.length - 1);
  while (start > 0 && history.at(start).merge === true) start--;
  return start;
}

function nameFile({ history }: Input, index: number): string {
  const { id, toolCallId } = history.at(index);
  return `tool-outputs/${history.toolNameOf(index) ?? "unknown_tool"}_${toolCallId ?? id}.txt`;
}

function runCompress(input: Input): StepResult {
  const { options, state, history, shown, request } = input;
  const window = request.contextWindow;
  if (window === null) return { changes: [], notes: ["The context window is not known."] };
  const used = countUsedTokens(request, shown);
  const threshold = options.compressionThreshold * window;
  const fired = request.requested || (used.tokens >= threshold && !state.rejected);
  const triggers = [makeTokenTrigger("compressionThreshold", used, threshold, fired)];
  const start = Math.max(findConversationStart(history), state.from);
  const split = fired ? findSplit(history, start, options.fraction) : start;
  if (split <= start) return { changes: [], triggers };
  const range = summarizeRange(input, {
    parts: [{ from: start, to: split }],
    before: split,
    id: "gemini-cli:snapshot",
    role: "user",
    carried: state.summaryTokens,
    rule: "compress",
    reason: `${used.tokens} tokens reached ${threshold}: the older ${options.fraction} of the characters become a snapshot.`,
  });
  const replaced =
    sumLeaving(input.pins, history.measure(request.countMessage), start, split) + state.summaryTokens;
  if (range.tokens >= replaced && replaced > 0 && countTextChars(history.at(start)) > 0) {
    state.rejected = true;
    return { changes: [], triggers, notes: ["The snapshot would not be smaller: it is rejected."] };
  }
  state.from = split;
  state.summaryTokens = range.tokens;
  const ack = {
    id: "gemini-cli:ack",
    role: "assistant",
    text: "Got it. Thanks for the additional context!",
  } as const;
  return {
    ...range,
    triggers,
    changes: [...range.changes, { status: "inserted", before: split, message: ack }],
  };
}

/**
 * Where the kept part begins: at the first prompt that has at least `fraction` of the characters before it. Without
 * such a prompt, everything is compressed if the last message is a reply without calls; else the split is at the newest
 * prompt.
 */
export function findSplit(history: History, start: number, fraction: number): number {
  const chars = history.measure(countContentChars);
  const target = chars.sum(start, history.length) * fraction;
  let newest = start;
  for (let index = start; index < history.length; index++) {
    if (history.at(index).role !== "user") continue;
    if (chars.sum(start, index) >= target) return index;
    newest = index;
  }
  const last = history.length > start ? history.at(history.length - 1) : undefined;
  const isPlainReply = last?.role === "assistant" && (last.toolCalls?.length ?? 0) === 0;
  return isPlainReply ? history.length : newest;
}
