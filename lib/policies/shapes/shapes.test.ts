import { describe, expect, it } from "vitest";
import { PolicyRun } from "../run";
import { findPolicy } from "../registry";
import { findMessageShape } from ".";

const PENDING = "the order is pending; ".repeat(10);
const RESPONSES = [
  {
    role: "user",
    content: [
      { type: "input_text", text: "Refund order 7 – größer 🙂" },
      { type: "input_image", image_url: "x" },
    ],
  },
  { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "I look." }] },
  { type: "function_call", id: "fc_1", call_id: "c1", name: "get_order", arguments: '{"id":7}' },
  { type: "function_call", id: "fc_2", call_id: "c2", name: "get_terms", arguments: "{}" },
  { type: "function_call_output", call_id: "c1", output: PENDING },
  { type: "function_call_output", call_id: "c2", output: [{ type: "input_text", text: "14 days" }] },
  { type: "message", role: "assistant", content: [{ type: "output_text", text: "Done.", annotations: [] }] },
  { role: "user", content: "" },
];
const GEMINI = [
  {
    role: "user",
    parts: [{ text: "Refund order 7 – größer 🙂" }, { inlineData: { mimeType: "image/png", data: "x" } }],
  },
  {
    role: "model",
    parts: [
      { text: "I look.", thought: true },
      { functionCall: { name: "get_order", args: { id: 7 } }, thoughtSignature: "s" },
      { functionCall: { name: "get_order", args: { id: 8 } } },
    ],
  },
  {
    role: "user",
    parts: [
      { functionResponse: { name: "get_order", response: { output: PENDING } } },
      { functionResponse: { name: "get_order", response: { output: "sent" } } },
    ],
  },
  { role: "model", parts: [{ text: "Done." }] },
  { parts: [{ text: "" }] },
];
const clearing = {
  trigger: { type: "tool_uses", value: 1 },
  keep: { type: "tool_uses", value: 0 },
};

function written(sent: readonly unknown[], options: object | null): unknown[] {
  const policy = findPolicy(options === null ? "none" : "anthropic-clear-tool-uses");
  if (policy === undefined) throw new Error("the policy is known");
  const read = findMessageShape(sent, false).read(sent);
  const run = new PolicyRun(policy, { options: options ?? {}, history: read.messages });
  run.step({});
  return read.write(run);
}

describe.each([
  ["responses", RESPONSES],
  ["gemini", GEMINI],
])("the shape of %s", (id, sent) => {
  it("is known by its items, and leaves what does not change as it was sent", () => {
    expect(findMessageShape(sent, false).id).toBe(id);
    expect(written(sent, null)).toEqual(sent);
  });

  it("pairs calls and results, and names the tools of results", () => {
    const { messages } = findMessageShape(sent, false).read(sent);
    const calls = messages.flatMap(({ toolCalls = [] }) => toolCalls.map((call) => call.id));
    const results = messages.filter(({ role }) => role === "tool");
    expect(results.map(({ toolCallId }) => toolCallId)).toEqual(calls);
    expect(new Set(calls).size).toBe(2);
    expect(results[0]?.toolName).toBe("get_order");
    expect(messages[0]).toMatchObject({ role: "user", text: "Refund order 7 – größer 🙂", images: 1 });
  });

  it("changes the result that a policy clears and nothing else", () => {
    const after = written(sent, clearing);
    expect(after).toHaveLength(sent.length);
    const changed = after.flatMap((one, i) => (JSON.stringify(one) === JSON.stringify(sent[i]) ? [] : [i]));
    expect(changed).toEqual([id === "gemini" ? 2 : 4]);
    const text = JSON.stringify(after);
    expect([text.includes("pending"), /sent|14 days/.test(text)]).toEqual([false, true]);
  });
});
