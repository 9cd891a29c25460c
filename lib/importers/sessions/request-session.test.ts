import { describe, expect, it } from "vitest";
import { Conversations, RequestSession } from "./request-session";

const user = (content: string) => ({ role: "user", content });
const reply = { role: "assistant", content: "ok" };

function split(...requests: { role: string; content: string }[][]): number[] {
  const conversations = new Conversations();
  const seen: RequestSession[] = [];
  return requests.map((messages) => {
    const session = conversations.of(messages, (opening) => new RequestSession(opening));
    session.request(undefined, messages);
    if (!seen.includes(session)) seen.push(session);
    return seen.indexOf(session);
  });
}

describe("Conversations", () => {
  it("follow their first user message, also when they are interleaved", () => {
    expect(
      split([user("a")], [user("b")], [user("a"), reply, user("x")], [user("b"), reply, user("y")]),
    ).toEqual([0, 1, 0, 1]);
  });

  it("begin anew when a first request comes again after others; a first request may be repeated", () => {
    expect(split([user("a")], [user("a")], [user("a"), reply, user("x")], [user("a")])).toEqual([0, 0, 0, 1]);
  });

  it("go on when they have lost their beginning", () => {
    expect(split([user("a")], [reply, user("x")])).toEqual([0, 0]);
  });
});
