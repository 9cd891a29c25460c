import { describe, expect, it } from "vitest";
import type { Message } from "../contract/message";
import type { PolicyRequest } from "../contract/policy";
import { projectChanges } from "../project";
import { langchainJsSummarization } from ".";
import { listSeenBySummariser } from ".";

const user = (id: string, text = "hello"): Message => ({ id, role: "user", text });
const reply = (id: string, ...calls: string[]): Message => ({
  id,
  role: "assistant",
  text: "",
  toolCalls: calls.map((call) => ({ id: call, name: "read", args: {} })),
});
const result = (id: string, toolCallId: string, text = "found"): Message => ({
  id,
  role: "tool",
  toolCallId,
  text,
});

function keptIds(
  history: readonly Message[],
  options: object,
  request: Partial<PolicyRequest> = {},
): string[] {
  const summarize = () => ({ text: "SUMMARY", tokens: 2, simulated: false });
  const run = projectChanges(langchainJsSummarization, history, { options }, { summarize, ...request });
  return run.messages.map(({ id }) => id);
}

describe("LangChain's summarization", () => {
  const history = [user("u1"), reply("a1", "c1", "c2"), result("t1", "c1"), result("t2", "c2"), user("u2")];

  it("fires once the trigger is reached, and not one message earlier", () => {
    expect(keptIds(history, { trigger: { messages: 6 }, keep: { messages: 1 } })).toHaveLength(5);
    expect(keptIds(history, { trigger: { messages: 5 }, keep: { messages: 1 } })).toEqual([
      "langchain:summary",
      "u2",
    ]);
  });

  it("moves a cut between parallel results back to the reply that asked for them", () => {
    expect(keptIds(history, { trigger: { messages: 1 }, keep: { messages: 2 } })).toEqual([
      "langchain:summary",
      "a1",
      "t1",
      "t2",
      "u2",
    ]);
  });

  it("moves a cut at results without a call to where it parts no pair", () => {
    const orphan = [user("u1"), reply("a1", "c1"), result("t0", "nobody"), user("u2"), result("t1", "c1")];
    expect(keptIds(orphan, { trigger: { messages: 1 }, keep: { messages: 3 } })).toEqual(
      orphan.map(({ id }) => id),
    );
  });

  it("takes a system message in the list into the summary", () => {
    const system: Message = { id: "s", role: "system", text: "rules" };
    expect(keptIds([system, ...history], { trigger: { messages: 1 }, keep: { messages: 1 } })).toEqual([
      "langchain:summary",
      "u2",
    ]);
  });

  it("keeps the newest message even where it alone is over the budget", () => {
    expect(
      keptIds([user("u1"), user("u2", "x".repeat(400))], { trigger: { messages: 1 }, keep: { tokens: 10 } }),
    ).toEqual(["langchain:summary", "u2"]);
  });

  it("asks no model where nothing fits what the summariser may see", () => {
    const long = [user("u1", "x".repeat(400)), user("u2")];
    const options = { trigger: { messages: 1 }, keep: { messages: 1 }, trimTokensToSummarize: 10 };
    const { messages, summarizerCalls } = projectChanges(langchainJsSummarization, long, { options });
    expect(messages[0]?.text).toBe(
      "Here is a summary of the conversation to date:\n\nPrevious conversation was too long to summarize.",
    );
    expect(summarizerCalls).toEqual([]);
  });
});

describe("what LangChain's summariser sees", () => {
  it("is the newest messages that fit and the last lines of the next", () => {
    const messages = [
      user("old", "x".repeat(40)),
      user("cut", "x".repeat(40) + "\nend"),
      user("new", "12345678"),
    ];
    expect([...listSeenBySummariser(messages, 3)]).toEqual(["new", "cut"]);
  });

  it("counts the calls of a cut message in full", () => {
    const cut = { ...reply("cut", "c1"), text: "x".repeat(40) + "\nend" };
    expect([...listSeenBySummariser([cut, user("new", "12345678")], 3)]).toEqual(["new"]);
  });

  it("is nothing where the system message alone is over the budget", () => {
    const system: Message = { id: "s", role: "system", text: "x".repeat(40) };
    expect(listSeenBySummariser([system, user("new", "1")], 5).size).toBe(0);
  });
});
