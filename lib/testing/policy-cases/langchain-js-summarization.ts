import { z } from "zod";
import { langchainJsSummarization } from "@/lib/policies/langchain-js-summarization";
import { listSeenBySummariser } from "@/lib/policies/langchain-js-summarization";
import { projectChanges } from "@/lib/policies/project";
import { caseMessages } from "./case-messages";
import type { CaseFamily } from "./family";
import { knownOptions } from "./known-options";

const input = z.strictObject({
  policy: z.looseObject({ trimTokensToSummarize: z.number().default(4_000) }),
  state: z.strictObject({ contextWindow: z.number().nullable().default(null) }).prefault({}),
  messages: caseMessages,
});

/** Cases of the summarization middleware: which messages it summarises, and which of these the summariser reads. */
export const langchainSummarizationCases: CaseFamily = {
  policy: "langchain-js-summarization",
  run(raw) {
    const { policy, state, messages } = input.parse(raw);
    const summarize = () => ({ text: "SUMMARY", tokens: 2, simulated: false });
    const result = projectChanges(
      langchainJsSummarization,
      messages,
      { options: knownOptions(langchainJsSummarization, policy) },
      { ...state, summarize },
    );
    const gone = new Set(result.items.filter((item) => item.status === "summarized").map(({ id }) => id));
    const reached = listSeenBySummariser(
      messages.filter(({ id }) => gone.has(id)),
      policy.trimTokensToSummarize,
    );
    const summary = result.messages.find(({ id }) => id === "langchain:summary");
    const first = messages.find(({ role }, i) => i > 0 || role !== "system");
    return {
      triggered: summary !== undefined,
      ...(summary === undefined
        ? {}
        : { summaryMessage: { role: "human", id: first?.id, text: summary.text } }),
      items: result.items.map((item) =>
        item.status === "summarized" ? { ...item, reachedSummariser: reached.has(item.id) } : item,
      ),
    };
  },
};
