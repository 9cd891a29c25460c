import { type BaseMessage, trimMessages } from "@langchain/core/messages";
import fc from "fast-check";
import { expect } from "vitest";
import { drawConversation } from "@/lib/testing/drawn/draw-conversation";
import { itAgrees } from "@/lib/testing/vendors/differential";
import { langchainMessage } from "@/lib/testing/vendors/langchain";
import { PolicyRun } from "../run";
import { langchainJsTrimMessages } from ".";

const TYPES = ["human", "ai", "system", "tool"] as const;

const COUNTERS = {
  messages: (messages: BaseMessage[]) => messages.length,
  chars: (messages: BaseMessage[]) => messages.reduce((sum, { text }) => sum + text.length, 0),
};

const types = fc.oneof(fc.constantFrom(...TYPES), fc.subarray([...TYPES], { minLength: 1 }));

/** The package refuses some options with the other strategy. */
const options = fc.oneof(
  fc.record({ strategy: fc.constant("first" as const), endOn: types }, { requiredKeys: ["strategy"] }),
  fc.record(
    { strategy: fc.constant("last" as const), includeSystem: fc.boolean(), endOn: types, startOn: types },
    { requiredKeys: ["strategy"] },
  ),
);

const limit = fc.oneof(
  fc.record({ counter: fc.constant("messages" as const), maxTokens: fc.nat(12) }),
  fc.record({ counter: fc.constant("chars" as const), maxTokens: fc.nat(20_000) }),
);

const drawn = fc.record({ requests: drawConversation, options, limit });

itAgrees(
  "LangChain's trimMessages keeps the messages that the package keeps",
  drawn,
  async ({ requests, options, limit }) => {
    const history = requests.flatMap(({ added }) => added);
    const { counter, maxTokens } = limit;
    const run = new PolicyRun(langchainJsTrimMessages, {
      options: { ...options, maxTokens, tokenCounter: counter },
      history,
    });
    run.step();
    const tokenCounter = COUNTERS[counter];
    const theirs = await trimMessages(history.map(langchainMessage), { ...options, maxTokens, tokenCounter });
    expect(run.shown.messages().map(({ id }) => id)).toEqual(idsOf(theirs));
  },
);

/** If no message matches `startOn`, the package returns its system message as a hole in the list. */
function idsOf(messages: readonly (BaseMessage | undefined)[]): (string | undefined)[] {
  return messages.flatMap((message) => (message === undefined ? [] : [message.id]));
}
