import { expect, it } from "vitest";
import { alertRuleSchema } from "@/lib/core/alert/rule";
import { listAlertRows, writeRuleText } from "./alert-model";

it.each([
  [{ severity: "serious" }, "a serious finding"],
  [{ code: "context.spike" }, "a finding of “One turn made the window jump”"],
  [{ severity: "warning", code: "gate.*" }, "a warning or worse of any kind about “gate”"],
  [
    { windowShare: 0.9, agent: "desk", state: "running", sustainedS: 60 },
    "a window of 90 % of its budget or more; agent desk, running sessions, held for 60 s",
  ],
  [{ cost: 5, rewrittenShare: 0.1 }, "a cost of 5 or more, 10 % of its cost or more written again"],
])("says %j in words", (rule, text) => {
  expect(writeRuleText(alertRuleSchema.parse(rule))).toBe(text);
});

it("says what became of a message, and which can be tried anew", () => {
  const message = {
    id: "m",
    target: null,
    session: "ses_1",
    attempts: 6,
    answer: "status 503",
    createdAt: "2026-01-01",
  };
  const { messages } = listAlertRows({
    targets: [],
    rules: [],
    messages: [
      { ...message, rule: "Gates", status: "dead" },
      { ...message, rule: null, session: null, status: "sent", attempts: 1 },
    ],
  });
  expect(messages).toMatchObject([
    { rule: "Gates", href: "/sessions/ses_1", state: "could not be sent (6 tries)", canRetry: true },
    { rule: "test", href: null, state: "sent", canRetry: false },
  ]);
});

it("says a rule as one sentence, and how often it would have fired", () => {
  const rule = {
    id: "r",
    name: "Gates",
    targets: ["browser"],
    rule: alertRuleSchema.parse({ code: "gate.*" }),
  };
  const of = (fired: ReadonlyMap<string, number>) =>
    listAlertRows({ targets: [], rules: [rule], messages: [] }, fired).rules[0];
  expect(of(new Map([["r", 6]]))).toMatchObject({
    sentence: expect.stringMatching(
      /^When a session has a finding of any kind about “gate”, tell /,
    ) as string,
    fired: "It would have fired for 6 sessions last week.",
  });
  expect(of(new Map([["r", 0]]))?.fired).toBe("It would have fired for no session last week.");
  expect(of(new Map())?.fired).toBe("");
});
