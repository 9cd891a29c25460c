import { describe, expect, it } from "vitest";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import { testDatabase } from "@/lib/testing/database";

testDatabase();

const SECRET = "the text of the agent";
const STEP = {
  id: "branch",
  text: "refund it if pending",
  needs: ["c1"],
  status: "pending",
  outputs: ["c2"],
};
const PLAN = { id: "plan", title: "Refund", recorded: false, steps: [STEP] };
const OPENAI = [
  { role: "user", content: [{ type: "text", text: SECRET }] },
  {
    role: "assistant",
    content: null,
    tool_calls: [{ id: "c1", type: "function", function: { name: "get", arguments: "{}" } }],
  },
  { role: "tool", tool_call_id: "c1", content: "pending" },
];
const ANTHROPIC = [
  { role: "user", content: SECRET },
  { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "get", input: {} }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content: "pending" }] },
];
const NEUTRAL = [
  { id: "m0", role: "user", text: SECRET },
  { id: "m1", role: "assistant", text: "", toolCalls: [{ id: "c1", name: "get", args: {} }] },
  { id: "m2", role: "tool", text: "pending", toolCallId: "c1" },
];
const RESPONSES = [
  { role: "user", content: [{ type: "input_text", text: SECRET }] },
  { type: "function_call", call_id: "c1", name: "get", arguments: "{}" },
  { type: "function_call_output", call_id: "c1", output: "pending" },
];
const GEMINI = [
  { role: "user", parts: [{ text: SECRET }] },
  { role: "model", parts: [{ functionCall: { name: "get", args: {} } }] },
  { role: "user", parts: [{ functionResponse: { name: "get", response: { output: "pending" } } }] },
];
const POLICY = {
  kind: "anthropic-clear-tool-uses",
  options: { trigger: { type: "tool_uses", value: 1 }, keep: { type: "tool_uses", value: 0 } },
};
const GOOD: Readonly<Record<string, Record<string, unknown>>> = {
  budget: { turn: 1, usage: { input_tokens: 5, output_tokens: 1 }, budget: 9, incoming: 1, expectedTurns: 4 },
  validate: { turn: 1, step: STEP, plan: PLAN, messages: OPENAI },
  apply: { turn: 1, messages: ANTHROPIC, policy: POLICY, plan: PLAN, budget: 9, references: false },
  checkpoint: {
    state: { task: SECRET, plan: [] },
    messages: NEUTRAL,
    plan: PLAN,
    constraints: ["x"],
    tail: 1,
  },
  gate: { budget: 9, messages: RESPONSES, plan: { written: "a", read: "b" } },
  "gate, Gemini": { budget: 9, messages: GEMINI },
  lost: { session: "nobody", summary: "s", tokens: 500 },
  restore: { session: "nobody", reference: "c1", offset: 0, limit: 5 },
};
const WRONG: readonly unknown[] = [null, "", { toString: 1 }, -1.5, [[]], "\ud800\0", {}, [null], true];

async function ask(
  name: string,
  body: unknown,
): Promise<{ status: number; answer: Record<string, unknown> }> {
  const endpoint = endpointOf("POST", `/api/v1/runtime/${name.split(",", 1)[0]}`);
  const headers = { "content-type": "application/json" };
  const response = await callRoute(endpoint, {}, "", { headers, body: JSON.stringify(body) });
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

let place = 0;

function* mutations(value: unknown): Generator<unknown> {
  yield WRONG[place++ % WRONG.length];
  yield WRONG[place++ % WRONG.length];
  if (Array.isArray(value))
    for (const [i, item] of value.entries()) for (const other of mutations(item)) yield value.with(i, other);
  else if (typeof value === "object" && value !== null)
    for (const [key, item] of Object.entries(value)) {
      yield Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
      for (const other of mutations(item)) yield { ...value, [key]: other };
    }
}

function expectRefusal(status: number, { error }: Record<string, unknown>, body: unknown): void {
  const { message, details = [] } = error as {
    message: string;
    details?: { path: string; message: string }[];
  };
  expect({ status, body, message }).toMatchObject({ status: status === 404 ? 404 : 400 });
  if (status === 400 && typeof body === "object" && body !== null && !Array.isArray(body))
    expect({ body, details: details.length }).not.toMatchObject({ details: 0 });
  for (const text of [message, ...details.map((one) => one.message)]) {
    expect(text).not.toContain(SECRET);
    expect(text).not.toMatch(/^(Invalid input)?$/);
  }
}

describe("what makes no sense", () => {
  it.each(Object.keys(GOOD))("is refused by %s with the field, whatever it is", async (name) => {
    let refused = 0;
    for (const body of mutations(GOOD[name])) {
      const { status, answer } = await ask(name, body);
      if (status === 200) continue;
      refused++;
      expectRefusal(status, answer, body);
    }
    expect(refused).toBeGreaterThan(10);
  });

  it("is refused in a state that was changed, and in one of another conversation", async () => {
    const { answer } = await ask("apply", GOOD.apply);
    const statuses = new Set<number>();
    for (const state of mutations(answer.state)) {
      const { status, answer: said } = await ask("apply", { ...GOOD.apply, state });
      statuses.add(status);
      if (status !== 200) expectRefusal(status, said, { state });
    }
    expect([...statuses].sort()).toEqual([200, 400]);
    const foreign = await ask("apply", {
      ...GOOD.apply,
      messages: ANTHROPIC.slice(0, 1),
      state: answer.state,
    });
    expect([200, 400]).toContain(foreign.status);
  });

  it.each([
    ["apply", { ...GOOD.apply, messages: "all" }, "messages"],
    ["apply", { ...GOOD.apply, messages: [{ role: "user", content: 5 }] }, "messages[0].content"],
    [
      "gate",
      { ...GOOD.gate, messages: [{ role: "user", content: [{ text: "x" }] }] },
      "messages[0].content[0].type",
    ],
    ["validate", { ...GOOD.validate, step: 5 }, "step"],
    [
      "apply",
      { ...GOOD.apply, state: { state: {}, shown: { altered: 1, inserted: [] } } },
      "state.shown.altered",
    ],
  ])("%s says what it expected", async (name, body, path) => {
    const { status, answer } = await ask(name, body);
    const { message, details } = answer.error as { message: string; details: { path: string }[] };
    expect({ status, path: details[0]?.path }).toEqual({ status: 400, path });
    expect(message).toMatch(/(expected|must be) \w+/);
    expect(message).toContain(path);
  });

  it.each(Object.keys(GOOD))("is refused by %s where it is no JSON", async (name) => {
    const endpoint = endpointOf("POST", `/api/v1/runtime/${name.split(",", 1)[0]}`);
    for (const body of ["", "{", "[1", "\0", '{"messages": [}']) {
      const response = await callRoute(endpoint, {}, "", {
        headers: { "content-type": "application/json" },
        body,
      });
      expect(response.status).toBe(400);
    }
  });
});
