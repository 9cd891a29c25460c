import { describe, expect, it } from "vitest";
import { capturedCalls } from "@/lib/testing/captures";
import { readRawCall } from ".";
import { requestSummaryOf } from "./request-summary";

const FOLDERS = [
  "raw-anthropic-messages",
  "raw-anthropic-threads",
  "raw-openai-chat",
  "raw-openai-responses",
];

function readWhole(request: unknown, response: unknown) {
  const whole = readRawCall(request, response);
  if (whole === null) return null;
  return {
    responseId: whole.responseId,
    isDelta: whole.isDelta === true,
    brings: {
      usage: whole.usage !== undefined,
      content: (whole.messages?.length ?? 0) > 0,
      tools: (whole.tools?.length ?? 0) > 0 || (whole.answer ?? []).some(({ kind }) => kind === "tool_call"),
    },
  };
}

function summaryOf(request: unknown, response: unknown) {
  const found = requestSummaryOf(request, response);
  return found && { responseId: found.responseId, isDelta: found.isDelta, brings: found.brings };
}

const MESSAGES = [{ role: "user", content: "Where is order 7?" }];
const CALL = { id: "c1", function: { name: "get", arguments: "{}" } };

describe("the summary of a call", () => {
  it.each(FOLDERS)("%s says what reading it whole says", (folder) => {
    for (const call of capturedCalls(folder) as { request: unknown; response: unknown }[])
      expect(summaryOf(call.request, call.response)).toEqual(readWhole(call.request, call.response));
  });

  it.each([
    [{ model: "m", messages: MESSAGES }, {}],
    [
      { model: "m", messages: [] },
      { id: "r", choices: [{ message: { role: "assistant", content: "x" } }], usage: {} },
    ],
    [
      { model: "m", messages: MESSAGES },
      { choices: [{ message: { role: "assistant", tool_calls: [CALL] } }] },
    ],
    [
      { model: "m", input: "and?", conversation: { id: "conv_1" } },
      { object: "response", id: "r", output: [] },
    ],
    [
      { model: "m", input: "and?", previous_response_id: "r0" },
      `data: ${JSON.stringify({ type: "response.completed", response: { id: "r1", output: [] } })}\n`,
    ],
    [
      { model: "m", system: "s", messages: MESSAGES },
      { type: "message", id: "m1", content: [{ type: "tool_use", id: "c", name: "get", input: {} }] },
    ],
    [
      { contents: [{ role: "user", parts: [{ text: "x" }] }] },
      {
        candidates: [{ content: { parts: [{ functionCall: { name: "get", args: {} } }] } }],
        usageMetadata: { promptTokenCount: 3 },
      },
    ],
    [{ prompt: "?" }, {}],
  ])("%j and its response give the same as read whole", (request, response) => {
    expect(summaryOf(request, response)).toEqual(readWhole(request, response));
  });
});
