import { describe, expect, it } from "vitest";
import type { SeenItem } from "./request-tracker";
import { RequestTracker } from "./request-tracker";

const user = (content: string): SeenItem => ({ kind: "user_message", content });
const answer = (content: string): SeenItem => ({ kind: "assistant_text", content });
const call = (toolCallId: string, content: string): SeenItem => ({
  kind: "tool_call",
  toolCallId,
  toolName: "read",
  content,
});
const result = (toolCallId: string, content: string): SeenItem => ({
  kind: "tool_result",
  toolCallId,
  content,
});
const observation = (content: string): SeenItem => ({ kind: "tool_result", content });
const system = (content: string): SeenItem => ({ kind: "system_rules", slot: "system", content });

function idsOf(...requests: SeenItem[][]): string[][] {
  const tracker = new RequestTracker();
  return requests.map((items) => tracker.request(items).map((block) => block.id));
}

describe("RequestTracker", () => {
  it("knows what is re-sent, and equal texts apart by their order", () => {
    const [first, second] = idsOf([user("go"), answer("ok")], [user("go"), answer("ok"), user("go")]);
    expect(second?.slice(0, 2)).toEqual(first);
    expect(new Set(second).size).toBe(3);
  });

  it("takes the oldest of equal texts for the one that left", () => {
    const [first, second] = idsOf(
      [user("go"), answer("a"), user("go"), answer("b")],
      [user("go"), answer("b")],
    );
    expect(second).toEqual([first?.[2], first?.[3]]);
  });

  it("knows calls and results by call id, whatever became of the text", () => {
    const [first, second] = idsOf(
      [call("c1", '{"p":1}'), result("c1", "a long result")],
      [call("c1", "{}"), result("c1", "[cleared]")],
    );
    expect(second).toEqual(first);
  });

  it("tells calls apart that share an id", () => {
    const [, second] = idsOf(
      [call("0", '{"p":1}'), result("0", "one")],
      [call("0", '{"p":1}'), result("0", "one"), call("0", '{"p":2}'), result("0", "two")],
    );
    expect(second).toEqual(["call:0", "result:0", "call:0#2", "result:0#2"]);
  });

  it("keeps a slot as one block though its text changes", () => {
    const [first, second] = idsOf([system("It is 9:00."), user("hi")], [system("It is 9:01."), user("hi")]);
    expect(second).toEqual(first);
  });

  it("sees a placeholder in the place of a text without an id", () => {
    const long = "total 48\n".repeat(40);
    const [first, second] = idsOf(
      [user("task"), observation(long), answer("next"), observation("b.txt")],
      [
        user("task"),
        observation("Old environment output: (40 lines omitted)"),
        answer("next"),
        observation("b.txt"),
        answer("x"),
      ],
    );
    expect(second?.slice(0, 4)).toEqual(first);
  });

  it("does not take another text for the one that was withdrawn", () => {
    const [first, second] = idsOf(
      [user("task"), answer("malformed reply that is quite long"), user("Your last reply was not valid.")],
      [user("task"), answer("a proper reply")],
    );
    expect(second?.[1]).not.toBe(first?.[1]);
  });

  it("takes a later answer for another one, though it begins alike or speaks of what was removed", () => {
    const withdrawn = answer(
      "I have fixed the issue in main.py by replacing the call, and nothing is left to do.",
    );
    const refusal = user("Your last reply did not use a tool.");
    for (const text of ["I have fixed the issue in main.py by hand.", "The file was removed."]) {
      const [first, second] = idsOf(
        [user("task"), withdrawn, refusal],
        [user("task"), answer(text), call("c1", "{}")],
      );
      expect(second?.[1]).not.toBe(first?.[1]);
    }
    const [first, second] = idsOf(
      [user("task"), withdrawn],
      [user("task"), answer("I have fixed the issue ... [truncated]")],
    );
    expect(second?.[1]).toBe(first?.[1]);
  });

  it("recognises what comes back after an absence", () => {
    const [first, , third] = idsOf([user("fact"), user("go")], [user("go")], [user("go"), user("fact")]);
    expect(third?.[1]).toBe(first?.[0]);
  });

  it("expects an answer at the end of the next request", () => {
    const tracker = new RequestTracker();
    tracker.request([user("go")]);
    const said = tracker.answer([answer("ok"), call("c1", "{}")]);
    const next = tracker.request([user("go"), answer("ok "), call("c1", "{}"), result("c1", "r")]);
    expect(next.slice(1, 3).map((b) => b.id)).toEqual(said.map((b) => b.id));
  });
});
