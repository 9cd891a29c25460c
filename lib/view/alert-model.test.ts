import { expect, it } from "vitest";
import { alertRuleSchema } from "@/lib/core/alert/rule";
import { alertRows, ruleText } from "./alert-model";

it.each([
  [{ severity: "serious" }, "a finding at least serious"],
  [{ severity: "warning", code: "gate.*" }, "a finding at least warning and of gate.*"],
  [
    { windowShare: 0.9, agent: "desk", state: "running", sustainedS: 60 },
    "a window of 90 % of its budget or more; agent desk, running sessions, held for 60 s",
  ],
])("says %j in words", (rule, text) => {
  expect(ruleText(alertRuleSchema.parse(rule))).toBe(text);
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
  const { messages } = alertRows({
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
