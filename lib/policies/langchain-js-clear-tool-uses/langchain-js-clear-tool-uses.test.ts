import { describe, expect, it } from "vitest";
import type { Message } from "../contract/message";
import type { PolicyRequest } from "../contract/policy";
import { projectChanges } from "../project";
import { langchainJsClearToolUses } from ".";

function conversation(...texts: string[]): Message[] {
  const rounds = texts.flatMap((text, i): Message[] => [
    { id: `a${i}`, role: "assistant", text: "", toolCalls: [{ id: `c${i}`, name: "read", args: {} }] },
    { id: `t${i}`, role: "tool", toolCallId: `c${i}`, toolName: "read", text },
  ]);
  return [{ id: "u", role: "user", text: "go" }, ...rounds];
}

const long = "x".repeat(400);
const atOnce = { trigger: { messages: 1 } };

function cleared(
  history: readonly Message[],
  options: object,
  request: Partial<PolicyRequest> = {},
): string[] {
  const { items } = projectChanges(langchainJsClearToolUses, history, { options }, request);
  return items.filter(({ status }) => status === "cleared").map(({ id }) => id);
}

describe("LangChain's ClearToolUsesEdit in JavaScript", () => {
  it("keeps the newest three results unless told otherwise", () => {
    expect(cleared(conversation(long, long, long, long), atOnce)).toEqual(["t0"]);
  });

  it("fires where the tokens reach the trigger", () => {
    // 'go', then two rounds of 56 characters of call, 2 of the answered id and 400 of text: 230 tokens.
    const history = conversation(long, long);
    expect(cleared(history, { trigger: { tokens: 230 }, keep: { messages: 1 } })).toEqual(["t0"]);
    expect(cleared(history, { trigger: { tokens: 231 }, keep: { messages: 1 } })).toEqual([]);
  });

  it("keeps what fits of the newest results where a number of tokens is to be kept", () => {
    // A result of 400 characters and its id of 2 make 101 tokens.
    expect(cleared(conversation(long, long, long), { ...atOnce, keep: { tokens: 202 } })).toEqual(["t0"]);
    expect(cleared(conversation(long, long, long), { ...atOnce, keep: { tokens: 201 } })).toEqual([
      "t0",
      "t1",
    ]);
  });

  it("keeps three where the share of a window to keep cannot be worked out", () => {
    const history = conversation(long, long, long, long);
    expect(cleared(history, { ...atOnce, keep: { fraction: 0.5 } })).toEqual(["t0"]);
    expect(cleared(history, { ...atOnce, keep: { fraction: 0 } }, { contextWindow: 1_000 })).toEqual(["t0"]);
    expect(cleared(history, { ...atOnce, keep: { fraction: 0.11 } }, { contextWindow: 1_000 })).toEqual([
      "t0",
      "t1",
      "t2",
    ]);
  });

  it("never fires on an empty list of conditions, or on a share of an unknown window", () => {
    expect(cleared(conversation(long, long), { trigger: [], keep: { messages: 0 } })).toEqual([]);
    expect(cleared(conversation(long, long), { trigger: { fraction: 0.01 }, keep: { messages: 0 } })).toEqual(
      [],
    );
  });

  it("takes out results without a call, trigger or not", () => {
    const orphan: Message = { id: "lost", role: "tool", toolCallId: "nobody", text: "found" };
    const { items } = projectChanges(langchainJsClearToolUses, [...conversation("ok"), orphan]);
    expect(items.filter(({ status }) => status !== "kept")).toEqual([{ id: "lost", status: "removed" }]);
  });

  it("goes on to the kept results, newest first, until enough is saved", () => {
    const history = conversation(long, long, long);
    expect(cleared(history, { ...atOnce, keep: { messages: 2 }, clearAtLeast: 150 })).toEqual(["t0", "t2"]);
    expect(cleared(history, { ...atOnce, keep: { messages: 3 }, clearAtLeast: 150 })).toEqual([]);
  });

  it("empties the arguments of cleared calls alone, where asked to", () => {
    const history = conversation(long, long);
    const options = { ...atOnce, keep: { messages: 1 }, clearToolInputs: true };
    const { messages } = projectChanges(langchainJsClearToolUses, history, { options });
    expect(messages.map(({ clearedCallIds }) => clearedCallIds)).toEqual([
      undefined,
      ["c0"],
      undefined,
      undefined,
      undefined,
    ]);
  });
});
