import fc from "fast-check";
import { expect } from "vitest";
import { drawDamagedConversation } from "@/lib/testing/drawn/draw-conversation";
import { itAgrees } from "@/lib/testing/vendors/differential";
import {
  drawTrigger,
  langchainMessage,
  readOf,
  ScriptedAgent,
  ScriptedChatModel,
  summarization,
} from "@/lib/testing/vendors/langchain";
import { PolicyRun } from "../run";
import { countLangchainTokens } from "../shared/langchain-size";
import { langchainJsSummarization } from ".";

/** A summary is known only by its tokens. So its length with the words around it is a multiple of four. */
const PREFIX = "Recap:";
const SUMMARY = "A customer wants to have order 77 refunded..";
const tokens = countLangchainTokens(`${PREFIX}\n\n${SUMMARY}`.length);

const options = fc.record(
  {
    trigger: drawTrigger,
    keep: fc.oneof(
      fc.record({ messages: fc.nat(12) }),
      fc.record({ tokens: fc.nat(4_000) }),
      fc.record({ fraction: fc.constantFrom(0, 0.1, 0.5) }),
    ),
    trimTokensToSummarize: fc.constantFrom(100, 4_000),
    summaryPrefix: fc.constant(PREFIX),
  },
  { requiredKeys: ["trigger", "summaryPrefix"] },
);

/** The package refuses shares of an unknown window, so the window is always known here. */
const drawn = fc.record({
  requests: drawDamagedConversation,
  options,
  contextWindow: fc.constantFrom(2_000, 8_000),
});

/** Fewer runs, because a step of an agent takes milliseconds. */
const AGENT_RUNS = 50;

itAgrees(
  "LangChain's summarization sends what an agent with the package's middleware sends",
  drawn,
  async (one) => {
    const { requests, options, contextWindow } = one;
    const run = new PolicyRun(langchainJsSummarization, { options });
    const model = new ScriptedChatModel(SUMMARY, contextWindow);
    const agent = new ScriptedAgent(summarization({ model, ...options }), contextWindow);
    const summarize = () => ({ text: SUMMARY, tokens, simulated: false });
    for (const { added } of requests) {
      run.append(added);
      run.step({ contextWindow, summarize });
      const theirs = await agent.request(added.map(langchainMessage));
      expect(run.shown.messages().map(langchainMessage).map(readOf)).toEqual(theirs.map(readOf));
    }
  },
  AGENT_RUNS,
);
