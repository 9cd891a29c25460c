import { z } from "zod";
import { langchainJsSummarization } from "../langchain-js-summarization";
import type { Message } from "../message";
import { project } from "../project";
import { langchainChars, langchainTokens } from "../shared/langchain-size";
import type { CaseFamily } from "./family";
import { neutralMessages } from "./neutral-messages";

const input = z.object({
  policy: z.looseObject({ trimTokensToSummarize: z.number().default(4_000) }),
  state: z.object({ contextWindow: z.number().nullable().default(null) }).prefault({}),
  messages: neutralMessages,
});

/** Cases of the summarization middleware: which messages it summarises, and which of these the summariser sees. */
export const langchainSummarizationCases: CaseFamily = {
  policy: "langchain-js-summarization",
  run(raw) {
    const { policy, state, messages } = input.parse(raw);
    const summarize = () => ({ text: "SUMMARY", tokens: 2, simulated: false });
    const result = project(langchainJsSummarization, messages, { options: policy }, { ...state, summarize });
    const gone = new Set(result.items.filter((item) => item.status === "summarized").map(({ id }) => id));
    const reached = reachedSummariser(
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

/** What trimming to a budget leaves: the newest messages that fit, lines of the next one, and a leading system message. */
function reachedSummariser(messages: readonly Message[], budget: number): Set<string> {
  const system = messages[0]?.role === "system" ? messages[0] : null;
  const reached = new Set(system === null ? [] : [system.id]);
  let chars = system === null ? 0 : langchainChars(system);
  for (const message of messages.filter((one) => one !== system).reverse()) {
    const last = message.text.split("\n").at(-1) ?? "";
    const whole = langchainTokens(chars + langchainChars(message)) <= budget;
    if (whole || (message.text.includes("\n") && langchainTokens(chars + last.length) <= budget))
      reached.add(message.id);
    if (!whole) break;
    chars += langchainChars(message);
  }
  return reached;
}
