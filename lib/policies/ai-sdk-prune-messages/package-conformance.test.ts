import { pruneMessages, type ModelMessage } from "ai";
import fc from "fast-check";
import { expect } from "vitest";
import { drawConversation } from "@/lib/testing/drawn/draw-conversation";
import { itAgrees } from "@/lib/testing/vendors/differential";
import type { Message } from "../contract/message";
import { PolicyRun } from "../run";
import { aiSdk6PruneMessages } from ".";

const TOOLS = ["read", "exec"];

const span = fc.constantFrom(
  "all" as const,
  "before-last-message" as const,
  ...[0, 1, 2, 5].map((count) => `before-last-${count}-messages` as const),
);

const rule = fc.record(
  { type: span, tools: fc.subarray(TOOLS, { minLength: 1 }) },
  { requiredKeys: ["type"] },
);

const options = fc.record({
  reasoning: fc.constantFrom("none" as const, "all" as const, "before-last-message" as const),
  toolCalls: fc.oneof(fc.constant("none" as const), span, fc.array(rule, { maxLength: 2 })),
  emptyMessages: fc.constantFrom("keep" as const, "remove" as const),
});

const drawn = fc.record({
  requests: drawConversation,
  options,
  asked: fc.array(fc.boolean(), { minLength: 1 }),
});

itAgrees(
  "pruneMessages of the AI SDK keeps the parts that the package keeps",
  drawn,
  ({ requests, options, asked }) => {
    const messages = withApprovals(
      requests.flatMap(({ added }) => added),
      asked,
    );
    const run = new PolicyRun(aiSdk6PruneMessages, { options, history: messages });
    run.step();
    const theirs = pruneMessages({ messages: messages.map(modelMessage), ...options });
    expect(run.shown.messages().map(modelMessage)).toEqual(theirs);
  },
);

/** Adds approval requests for some calls. The answers come as messages of their own before the results. */
function withApprovals(messages: readonly Message[], asked: readonly boolean[]): Message[] {
  let calls = 0;
  return messages.flatMap((message): Message[] => {
    const wanted = (message.toolCalls ?? []).filter(() => asked[calls++ % asked.length]);
    if (wanted.length === 0) return [message];
    const approvalRequests = wanted.map(({ id }) => ({ id: `approval ${id}`, toolCallId: id }));
    const approvalResponses = approvalRequests.map(({ id }) => ({ id }));
    return [
      { ...message, approvalRequests },
      { id: `${message.id} approved`, role: "tool", text: "", approvalResponses },
    ];
  });
}

function modelMessage(message: Message): ModelMessage {
  const { role, text, thinking, toolCalls = [], toolCallId, toolName = "" } = message;
  const { approvalRequests = [], approvalResponses = [] } = message;
  if (role === "system" || role === "user") return { role, content: text };
  if (role === "tool") {
    const output = { type: "text" as const, value: text };
    const answers = approvalResponses.map(({ id }) => ({
      type: "tool-approval-response" as const,
      approvalId: id,
      approved: true,
    }));
    const result = { type: "tool-result" as const, toolCallId: toolCallId ?? "", toolName, output };
    return { role, content: [...(toolCallId === undefined ? [] : [result]), ...answers] };
  }
  return {
    role,
    content: [
      ...(thinking === undefined ? [] : [{ type: "reasoning" as const, text: thinking }]),
      ...(text === "" ? [] : [{ type: "text" as const, text }]),
      ...toolCalls.map(({ id, name, args }) => ({
        type: "tool-call" as const,
        toolCallId: id,
        toolName: name,
        input: args,
      })),
      ...approvalRequests.map(({ id, toolCallId: callId }) => ({
        type: "tool-approval-request" as const,
        approvalId: id,
        toolCallId: callId,
      })),
    ],
  };
}
