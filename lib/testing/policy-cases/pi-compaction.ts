import { z } from "zod";
import { History } from "@/lib/policies/contract/history";
import { CHARS_PER_TOKEN } from "@/lib/policies/contract/message";
import { countContextTokens, estimatePiTokens } from "@/lib/policies/pi-compaction/estimate";
import { findCut } from "@/lib/policies/pi-compaction/compact";
import { piCompaction } from "@/lib/policies/pi-compaction";
import { caseMessages } from "./case-messages";
import { caseText } from "./case-file";
import type { CaseFamily } from "./family";
import { knownOptions } from "./known-options";

const usage = z.strictObject({
  totalTokens: z.number().optional(),
  input: z.number().default(0),
  output: z.number().default(0),
  cacheRead: z.number().default(0),
  cacheWrite: z.number().default(0),
});

const input = z.strictObject({
  policy: z.unknown(),
  state: z
    .strictObject({
      contextWindow: z.number().optional(),
      usage: z.record(z.string(), usage).optional(),
      /** An earlier compaction: its summary, and the id of the first message that it kept. */
      previousCompaction: z.strictObject({ summary: caseText, firstKept: z.string() }).optional(),
    })
    .default({}),
  messages: caseMessages,
});

const settings = z.object({
  enabled: z.boolean(),
  reserveTokens: z.number(),
  keepRecentTokens: z.number(),
});

export const piCompactionCases: CaseFamily = {
  policy: "pi-compaction",
  run(raw) {
    const { policy, state, messages } = input.parse(raw);
    const { enabled, reserveTokens, keepRecentTokens } = settings.parse(
      piCompaction.options.parse(knownOptions(piCompaction, policy)),
    );
    const history = new History();
    history.append(messages);
    const covers = messages.findLastIndex(({ id }) => state.usage?.[id] !== undefined) + 1;
    const reported = state.usage?.[messages[covers - 1]?.id ?? ""];
    const tokens = reported === undefined ? null : totalOf(reported);
    const earlier = state.previousCompaction;
    const start = Math.max(
      0,
      messages.findIndex(({ id }) => id === earlier?.firstKept),
    );
    const context = countContextTokens(
      history,
      start,
      tokens === null ? null : { tokens, covers },
      Math.ceil((earlier?.summary.length ?? 0) / CHARS_PER_TOKEN),
    );
    const { firstKept, turnStart } = findCut(history, start, keepRecentTokens);
    const ids = (from: number, to: number) => messages.slice(from, to).map(({ id }) => id);
    return {
      perMessageTokens: Object.fromEntries(messages.map((one) => [one.id, estimatePiTokens(one)])),
      contextTokens: context.tokens,
      usageTokens: context.usageTokens,
      trailingTokens: context.trailingTokens,
      shouldCompact:
        state.contextWindow === undefined
          ? null
          : enabled && context.tokens > state.contextWindow - reserveTokens,
      plan: {
        firstKept: messages[firstKept]?.id,
        summarised: ids(start, turnStart ?? firstKept),
        turnPrefix: ids(turnStart ?? firstKept, firstKept),
        splitTurn: turnStart !== null,
        tokensBefore: context.tokens,
        previousSummary: earlier?.summary ?? null,
      },
    };
  },
};

function totalOf(one: z.infer<typeof usage>): number {
  return one.totalTokens || one.input + one.output + one.cacheRead + one.cacheWrite;
}
