import { expect, it } from "vitest";
import type { Message, MessageRole } from "../contract/message";
import { PolicyRun } from "../run";
import { googleAdkPyContextFilter } from ".";

const ROLES: Readonly<Record<string, MessageRole>> = { s: "system", u: "user", a: "assistant", t: "tool" };

const messages = (ids: string): Message[] =>
  ids.split(" ").map((id) => ({ id, role: ROLES[id.charAt(0)] ?? "user", text: id }));

function shownUnder(keep: number | null, ids: string): string {
  const options = { num_invocations_to_keep: keep };
  const run = new PolicyRun(googleAdkPyContextFilter, { options, history: messages(ids) });
  run.step();
  return run.shown
    .messages()
    .map(({ id }) => id)
    .join(" ");
}

it.each([
  [1, "s0 u1 a1 u2 a2 u3", "s0 u2 a2 u3"],
  [2, "s0 u1 a1 u2 a2 u3", "s0 u1 a1 u2 a2 u3"],
  [3, "u1 a1 u2 a2 u3", "u1 a1 u2 a2 u3"],
  [1, "u1 a1 u2 u3 a2", "u2 u3 a2"],
  [0, "u1 a1 u2 a2", "u1 a1 u2 a2"],
  [null, "u1 a1 u2 a2", "u1 a1 u2 a2"],
])("keeps the newest %s replies with what was sent before them, of %s", (keep, ids, shown) => {
  expect(shownUnder(keep, ids)).toBe(shown);
});

it("ADK's context filter counts replies in the middle of a turn, and takes results for what a user sent", () => {
  expect(shownUnder(1, "u1 a1 t1 a2 t2")).toBe("t1 a2 t2");
});

it("ADK's context filter looks at the whole conversation each time and never moves back", () => {
  const options = { num_invocations_to_keep: 1 };
  const run = new PolicyRun(googleAdkPyContextFilter, { options, history: messages("u1 a1 u2") });
  expect(run.step().changes).toEqual([]);
  run.append(messages("a2 u3"));
  expect(run.step().changes).toEqual([{ status: "removed", from: 0, to: 2 }]);
  expect(run.step().changes).toEqual([]);
});
