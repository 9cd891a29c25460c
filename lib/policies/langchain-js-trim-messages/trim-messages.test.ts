import { describe, expect, it } from "vitest";
import type { Message } from "../contract/message";
import { projectChanges } from "../project";
import { langchainJsTrimMessages } from ".";

const system: Message = { id: "s", role: "system", text: "be brief\nbe kind" };
const conversation: readonly Message[] = [
  system,
  { id: "u1", role: "user", text: "one" },
  { id: "a1", role: "assistant", text: "", toolCalls: [{ id: "c1", name: "read", args: {} }] },
  { id: "t1", role: "tool", toolCallId: "c1", text: "line 1\nline 2\nline 3" },
  { id: "a2", role: "assistant", text: "done" },
];

function texts(options: object): string[] {
  const run = projectChanges(langchainJsTrimMessages, conversation, {
    options: { tokenCounter: "messages", ...options },
  });
  return run.messages.map(({ id, text }) =>
    run.items.find((one) => one.id === id)?.status === "kept" ? id : `${id}: ${text}`,
  );
}

describe("LangChain's trimMessages", () => {
  it("keeps what comes to the limit exactly", () => {
    expect(texts({ maxTokens: 5 })).toEqual(["s", "u1", "a1", "t1", "a2"]);
    expect(texts({ maxTokens: 2 })).toEqual(["t1", "a2"]);
    expect(texts({ maxTokens: 0 })).toEqual([]);
  });

  it("has the system message take a place of the newest messages where it is included", () => {
    expect(texts({ maxTokens: 2, includeSystem: true })).toEqual(["s", "a2"]);
  });

  it("begins with a message of a wanted kind, and is empty where none is left", () => {
    expect(texts({ maxTokens: 4, startOn: ["ai"] })).toEqual(["a1", "t1", "a2"]);
    expect(texts({ maxTokens: 2, startOn: "human" })).toEqual([]);
  });

  it("ends with a message of a wanted kind", () => {
    expect(texts({ maxTokens: 2, endOn: "tool" })).toEqual(["a1", "t1"]);
    expect(texts({ maxTokens: 3, strategy: "first", endOn: "human" })).toEqual(["s", "u1"]);
  });

  it("keeps the lines that fit of the next message: its last ones, or its first", () => {
    const chars = { tokenCounter: "chars", allowPartial: true };
    expect(texts({ ...chars, maxTokens: 17 })).toEqual(["t1: line 2\nline 3", "a2"]);
    expect(texts({ ...chars, strategy: "first", maxTokens: 28 })).toEqual(["s", "u1", "a1", "t1: line 1\n"]);
  });

  it("keeps the last lines of an included system message that alone is over the limit", () => {
    expect(texts({ tokenCounter: "chars", allowPartial: true, includeSystem: true, maxTokens: 8 })).toEqual([
      "s: be kind",
    ]);
  });
});
