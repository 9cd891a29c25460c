import { describe, expect, it } from "vitest";
import { policyCaseFile } from "@/lib/testing/policy-case-file";
import { runCases, tallyCases } from "./run-cases";

const echo = { policy: "echo", run: (input: Readonly<Record<string, unknown>>) => input };

const caseOf = (policy: string, input: object, expected: object) => ({ id: "one", policy, input, expected });

describe("running cases", () => {
  it("compares what was expected and nothing else", () => {
    const file = { cases: [caseOf("echo", { a: 1, b: 2 }, { a: 1, note: "b is not looked at" })] };
    expect(runCases(file, [echo])).toEqual([{ id: "one", policy: "echo", failure: null }]);
  });

  it("names the place of the first difference", () => {
    const file = { cases: [caseOf("echo", { items: [{ text: "was" }] }, { items: [{ text: "is" }] })] };
    expect(runCases(file, [echo])[0]?.failure).toBe('items[0].text: expected "is", got "was"');
  });

  it("fails a policy that it does not know", () => {
    const outcomes = runCases({ cases: [caseOf("nobody", {}, {})] }, [echo]);
    expect(tallyCases(outcomes)).toEqual([{ policy: "nobody", passed: 0, failed: 1 }]);
  });

  it("says what is wrong with a case and runs the others", () => {
    const broken = { id: "broken", policy: "echo", input: [], expected: {} };
    const outcomes = runCases({ cases: [broken, 7, caseOf("echo", { a: 1 }, { a: 1 })] }, [echo]);
    expect(outcomes.map(({ id, policy }) => [id, policy])).toEqual([
      ["broken", "echo"],
      ["cases[1]", "(no policy)"],
      ["one", "echo"],
    ]);
    expect(outcomes[0]?.failure).toContain("is no case: input:");
    expect(outcomes[2]?.failure).toBeNull();
  });

  it("takes the id that a case's stand-in gave to a summary for the summary", () => {
    const messages = ["u1", "u2"].map((id) => ({ id, role: "user", text: "hello" }));
    const policy = { kind: "token", tokenThreshold: 0, eventRetentionSize: 1 };
    const expected = { summarised: ["u1"], sessionEvents: ["u1", "u2", "any id"] };
    const [outcome] = runCases({ cases: [caseOf("google-adk-js", { policy, messages }, expected)] });
    expect(outcome?.failure).toBeNull();
  });

  it.each(["truncate", "sliding-window"])("takes Roo's %s for hiding messages", (action) => {
    const input = { totalTokens: 90_000, contextWindow: 100_000 };
    const expected = { action, prevContextTokens: 90_002, removed: 4 };
    expect(runCases({ cases: [caseOf("roo-context-management", input, expected)] })[0]?.failure).toBeNull();
  });

  it("starts pi's range where an earlier compaction left off", () => {
    const messages = ["u1", "u2", "u3"].map((id) => ({ id, role: "user", text: "x".repeat(40) }));
    const state = { previousCompaction: { summary: "x".repeat(8), firstKept: "u2" } };
    const expected = {
      contextTokens: 22,
      plan: { firstKept: "u3", summarised: ["u2"], previousSummary: "x".repeat(8) },
    };
    const input = { policy: { keepRecentTokens: 10 }, state, messages };
    expect(runCases({ cases: [caseOf("pi-compaction", input, expected)] })[0]?.failure).toBeNull();
  });

  it("names the field of an input that a policy cannot be run on", () => {
    const messages = [{ id: "m", role: "owl", text: "hoot" }];
    const [outcome] = runCases({ cases: [caseOf("strands-sliding-window", { policy: {}, messages }, {})] });
    expect(outcome?.failure).toContain("could not be run: messages.0.role:");
  });

  it.each([
    ["strands-sliding-window", { policy: {}, messages: [], windowSize: 2 }, "windowSize"],
    ["strands-sliding-window", { policy: {}, state: { overflows: true }, messages: [] }, "state.overflows"],
    ["strands-sliding-window", { policy: { window: 2 }, messages: [] }, "window"],
    ["strands-sliding-window", { policy: {}, messages: [{ id: "m", role: "user", body: "hi" }] }, "body"],
    ["openclaw-pruning-v1", { policy: { softTrim: { tailLines: 1 } }, messages: [] }, "softTrim.tailLines"],
    [
      "langchain-js-clear-tool-uses",
      { policy: { trigger: [{ turns: 2 }] }, messages: [] },
      "trigger[0].turns",
    ],
    ["aider-history-summary", { maxTokens: 9, alternatingUserAssistantChars: [], counter: "len" }, "counter"],
    ["swe-agent-last-n-observations", { policy: { n: 1 }, observations: "a few" }, "observations"],
  ])("refuses a case of %s with a key that nothing reads", (policy, input, key) => {
    const [outcome] = runCases({ cases: [caseOf(policy, input, {})] });
    expect(outcome?.failure).toMatch("could not be run: ");
    expect(outcome?.failure).toContain(key);
  });

  it("refuses a case with a field that no case has", () => {
    const more = { ...caseOf("echo", {}, {}), only: true };
    expect(runCases({ cases: [more] }, [echo])[0]?.failure).toMatch(/is no case: .*only/);
  });

  it("takes the deprecated name of an option for its present one", () => {
    const input = { policy: { keepMessages: 1 }, messages: [] };
    const [outcome] = runCases({ cases: [caseOf("langchain-js-clear-tool-uses", input, { items: [] })] });
    expect(outcome?.failure).toBeNull();
  });

  it("compares a long text by length, ends and digest", () => {
    const expected = { text: { len: 3, head: "ab", tail: "c", sha256: "0".repeat(64) } };
    expect(runCases({ cases: [caseOf("echo", { text: "abc" }, expected)] }, [echo])[0]?.failure).toContain(
      "text:",
    );
  });
});

describe("the recorded policy cases", () => {
  const outcomes = runCases(policyCaseFile());

  it.each(tallyCases(outcomes))("hold for $policy", ({ policy }) => {
    const failures = outcomes.filter((one) => one.policy === policy && one.failure !== null);
    expect(failures).toEqual([]);
  });
});
