import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  trimMessages,
} from "@langchain/core/messages";
import fc from "fast-check";
import { expect, it } from "vitest";
import { drawConversation } from "@/lib/testing/draw-conversation";
import type { Message } from "../message";
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

it("keeps the messages that the package keeps", async () => {
  const property = fc.asyncProperty(drawConversation, options, limit, async (requests, drawn, counted) => {
    const history = requests.flatMap(({ added }) => added);
    const { counter, maxTokens } = counted;
    const run = new PolicyRun(langchainJsTrimMessages, {
      options: { ...drawn, maxTokens, tokenCounter: counter },
      history,
    });
    run.step();
    const tokenCounter = COUNTERS[counter];
    const theirs = await trimMessages(history.map(langchainMessage), { ...drawn, maxTokens, tokenCounter });
    expect(run.shown.messages().map(({ id }) => id)).toEqual(idsOf(theirs));
  });
  await fc.assert(property, { numRuns: 100 });
});

/** Where `startOn` is never met, the package returns its system message as a hole in the list. */
function idsOf(messages: readonly (BaseMessage | undefined)[]): (string | undefined)[] {
  return messages.flatMap((message) => (message === undefined ? [] : [message.id]));
}

function langchainMessage({
  id,
  role,
  text: content,
  toolCalls = [],
  toolCallId = "",
}: Message): BaseMessage {
  if (role === "system") return new SystemMessage({ id, content });
  if (role === "user") return new HumanMessage({ id, content });
  if (role === "tool") return new ToolMessage({ id, content, tool_call_id: toolCallId });
  const tool_calls = toolCalls.map((call) => ({ id: call.id, name: call.name, args: { args: call.args } }));
  return new AIMessage({ id, content, tool_calls });
}
