import { describe, expect, it } from "vitest";
import { z } from "zod";
import { projectBodySchema, type ProjectAnswer } from "@/lib/api/endpoints/runtime/project";
import { AppError } from "@/lib/errors";
import { policyCaseFile } from "@/lib/testing/policy-case-file";
import { toRequest } from "./as-request";
import { projectMessages } from "./project-messages";

const project = (body: unknown): ProjectAnswer => projectMessages(projectBodySchema.parse(toRequest(body)));

const CLEARING = {
  kind: "anthropic-clear-tool-uses",
  options: { trigger: { type: "tool_uses", value: 1 }, keep: { type: "tool_uses", value: 1 } },
};
const LONG = "a result that is long enough to be worth clearing. ".repeat(4);

describe("projecting messages", () => {
  it("gives Anthropic's messages back in their shape, with the result cleared in its place", () => {
    const messages = [
      { role: "user", content: "go" },
      { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "read", input: { path: "a" } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content: LONG }] },
      { role: "assistant", content: [{ type: "tool_use", id: "c2", name: "read", input: { path: "b" } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "c2", content: LONG }] },
    ];
    const answer = project({ messages, policy: CLEARING });
    expect(answer.messages).toHaveLength(5);
    expect(answer.messages.filter((_message, i) => i !== 2)).toEqual(
      messages.filter((_message, i) => i !== 2),
    );
    expect(answer.messages[2]).toMatchObject({ content: [{ type: "tool_result", tool_use_id: "c1" }] });
    expect(JSON.stringify(answer.messages[2])).not.toContain(LONG);
    expect(answer.items.map(({ status }) => status)).toEqual(["kept", "kept", "cleared", "kept", "kept"]);
    expect(answer.ledger.decisions).toMatchObject([{ action: "clear", items: ["m2"] }]);
    expect(answer.edits).toMatchObject([{ cleared_tool_uses: 1 }]);
  });

  it("gives OpenAI's messages back in their shape, and goes on from the state of an earlier answer", () => {
    const call = (id: string) => ({
      role: "assistant",
      content: null,
      tool_calls: [{ id, type: "function", function: { name: "read", arguments: "{}" } }],
    });
    const result = (id: string) => ({ role: "tool", tool_call_id: id, content: LONG });
    const first = [{ role: "user", content: "go" }, call("c1"), result("c1"), call("c2"), result("c2")];
    const before = project({ messages: first, policy: CLEARING });
    expect(before.messages[2]).toMatchObject({ role: "tool", tool_call_id: "c1" });
    const after = project({
      messages: [...first, { role: "user", content: "on" }],
      policy: CLEARING,
      state: before.state,
    });
    expect(after).toMatchObject({ changed: false });
    expect(after.items[2]?.status).toBe("cleared");
  });

  it("knows the tool of a result by the call that it answers", () => {
    const filler = [1, 2, 3].map(() => ({ role: "assistant", content: "ok" }));
    const big = "x".repeat(30_000);
    const policy = { kind: "openclaw-pruning-v1", options: { tools: { deny: ["read"] } } };
    const statuses = (messages: unknown[]) =>
      project({ messages, policy, contextWindow: 10_000 }).items.map(({ status }) => status);
    const anthropic = (name: string) => [
      { role: "user", content: "go" },
      { role: "assistant", content: [{ type: "tool_use", id: "c1", name, input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content: big }] },
      ...filler,
    ];
    const openai = (name: string) => [
      { role: "user", content: "go" },
      { role: "assistant", content: null, tool_calls: [{ id: "c1", function: { name, arguments: "{}" } }] },
      { role: "tool", tool_call_id: "c1", content: big },
      ...filler,
    ];
    for (const shape of [anthropic, openai]) {
      expect(statuses(shape("read"))[2]).toBe("kept");
      expect(statuses(shape("exec"))[2]).toBe("trimmed");
    }
  });

  it("says what is wrong with an option by its path and in its vendor's terms", () => {
    const wrong = {
      kind: "anthropic-clear-tool-uses",
      options: { keep: { type: "tool_uses", value: "three" } },
    };
    const error = refusalOf({ messages: [], policy: wrong });
    expect(error.details[0]).toMatchObject({ path: "policy.options.keep.value" });
    expect(error.message).toContain("Anthropic documents it as `keep`");
  });

  it("lists the known policies where one is not known, and warns of options that their vendor ignores", () => {
    expect(refusalOf({ messages: [], policy: { kind: "clear" } }).message).toContain("openclaw-pruning-v1");
    const answer = project({ messages: [], policy: { kind: "none", options: { keep: 3 } } });
    expect(answer.warnings).toMatchObject([{ path: "policy.options.keep" }]);
  });

  it("takes what was reported with the newest reply that was sent", () => {
    const messages = ["u1", "a1", "u2", "a2", "u3"].map((id) => ({
      id,
      role: id.startsWith("u") ? "user" : "assistant",
      text: "hello",
    }));
    const measured = (policy: object, state: object) =>
      project({ messages, policy, state }).ledger.triggers.map(({ measured, basis }) => [measured, basis]);
    const reply = { input: 100, output: 20, cacheRead: 3, cacheWrite: 1 };
    expect(
      measured({ kind: "pi-compaction" }, { usage: { a1: reply, a2: { ...reply, input: 200 } } }),
    ).toEqual([[224 + 2, "reported"]]);
    expect(measured({ kind: "pi-compaction" }, { usage: { a2: { totalTokens: 500, output: 20 } } })).toEqual([
      [500 + 2, "reported"],
    ]);
    expect(
      measured({ kind: "google-adk-js", options: { kind: "token" } }, { usage: { a1: 90, u9: 7 } }),
    ).toEqual([[90, "reported"]]);
  });

  it("says where the OpenAI Agents SDK would throw instead of compacting", () => {
    const messages = Array.from({ length: 10 }, (_, i) => ({ id: `a${i}`, role: "assistant", text: "x" }));
    const policy = { kind: "openai-agents-js", options: { kind: "compaction-session" } };
    const mode = { compactionMode: "previous_response_id" };
    const answer = project({ messages, policy, state: mode });
    expect(answer).toMatchObject({ changed: false, ledger: { notes: [expect.stringContaining("throws")] } });
    expect(project({ messages, policy, state: { ...mode, responseId: "resp_1" } }).changed).toBe(true);
    expect(project({ messages, policy }).changed).toBe(true);
  });

  it("names the message that is not as expected", () => {
    expect(
      refusalOf({ messages: [{ id: "a", role: "robot", text: "" }], policy: { kind: "none" } }).details,
    ).toMatchObject([{ path: "messages[0].role" }]);
  });
});

const changedItem = z.looseObject({ id: z.string(), status: z.string() });
const caseSchema = z.looseObject({
  id: z.string(),
  policy: z.string(),
  input: z.looseObject({ messages: z.array(z.looseObject({})) }),
  expected: z.looseObject({
    items: z.array(changedItem).optional(),
    requests: z.array(z.looseObject({ items: z.array(changedItem) })).optional(),
  }),
});

const STATUS: Readonly<Record<string, string>> = {
  dropped: "left",
  removed: "left",
  summarized: "left",
  masked: "trimmed",
  rewritten: "trimmed",
  args_cleared: "trimmed",
};

describe("a recorded policy case", () => {
  const { cases } = z.object({ cases: z.array(z.unknown()) }).parse(policyCaseFile());
  const sendable = cases.flatMap((one) => caseSchema.safeParse(one).data ?? []);

  it.each(sendable.map((one) => [one.id, one] as const))("can be sent as it stands: %s", (_id, one) => {
    const outcome = (items: readonly unknown[]) =>
      new Map(
        items.map((item) => changedItem.parse(item)).map(({ id, status }) => [id, STATUS[status] ?? status]),
      );
    const answer = project(one);
    expect(answer.items.length).toBeGreaterThanOrEqual(one.input.messages.length);
    if (one.expected.items !== undefined)
      expect(Object.fromEntries(outcome(answer.items))).toMatchObject(
        Object.fromEntries(outcome(one.expected.items)),
      );
    for (const [i, { items }] of (answer.requests ?? []).entries())
      expect(outcome(items)).toEqual(outcome(one.expected.requests?.[i]?.items ?? []));
  });
});

function refusalOf(body: unknown): AppError {
  try {
    project(body);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("it was not refused");
}
