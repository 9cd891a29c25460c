import { z } from "zod";
import { SUMMARY_PREFIX } from "@/lib/policies/aider-history-summary";
import { summarizeHistory, type ChatEntry } from "@/lib/policies/aider-history-summary/summarize-history";
import { sumBy } from "@/lib/policies/shared/sum";
import type { CaseFamily } from "./family";

const input = z.strictObject({
  maxTokens: z.number(),
  alternatingUserAssistantChars: z.array(z.number()),
  modelMaxInputTokens: z.number().default(4_096),
  /** Another counter would need another run. */
  counter: z.literal("len//4").optional(),
});

/** The cases' counter: one token for every four characters, rounded down. */
const tokensOf = (chars: number) => Math.floor(chars / 4);

export const aiderCases: CaseFamily = {
  policy: "aider-history-summary",
  run(raw) {
    const { maxTokens, alternatingUserAssistantChars, modelMaxInputTokens } = input.parse(raw);
    const entries = alternatingUserAssistantChars.map((chars, i): ChatEntry => ({
      role: i % 2 === 0 ? "user" : "assistant",
      tokens: tokensOf(chars),
      from: i,
      to: i + 1,
      isSummary: false,
    }));
    const messagesPerCall: number[] = [];
    const summaryText = () => `${SUMMARY_PREFIX}SUM${messagesPerCall.length}`;
    const left = summarizeHistory(entries, {
      maxTokens,
      modelInputTokens: modelMaxInputTokens,
      summaryTokens: () => tokensOf(summaryText().length),
      onCall: (read) => messagesPerCall.push(read.length),
    });
    const result: unknown[] = left.map((one) =>
      one.isSummary ? { role: "user", content: summaryText() } : one.from,
    );
    if (left.length > 0 && left.at(-1)?.role !== "assistant")
      result.push({ role: "assistant", content: "Ok." });
    return {
      tooBig: sumBy(entries, ({ tokens }) => tokens) > maxTokens,
      result,
      summariserCalls: messagesPerCall.length,
      messagesPerCall,
    };
  },
};
