import { describe, expect, it } from "vitest";
import { matchAlert, alertRuleSchema, type AlertScene } from "./rule";

const finding = (code: string, severity: "note" | "warning" | "serious") => ({
  code,
  severity,
  fromTurn: 3,
  sentence: "It is gone.",
});
const SCENE: AlertScene = {
  agent: "support",
  tags: ["nightly"],
  ended: false,
  windowShare: 0.8,
  cost: { total: 12.5, rewrittenShare: 0.2, losses: 3 },
  findings: [finding("call.loop", "warning"), finding("gate.failed", "serious")],
};
const matched = (rule: object, scene: Partial<AlertScene> = {}) =>
  matchAlert(alertRuleSchema.parse(rule), { ...SCENE, ...scene })?.map(({ code }) => code) ?? null;

describe("a rule of alerts", () => {
  it.each([
    [{ severity: "warning" }, ["call.loop", "gate.failed"]],
    [{ severity: "serious" }, ["gate.failed"]],
    [{ code: "gate.*" }, ["gate.failed"]],
    [{ code: "call.loop", severity: "serious" }, null],
    [{ windowShare: 0.8 }, []],
    [{ windowShare: 0.81 }, null],
    [{ cost: 12.5 }, []],
    [{ cost: 12.51 }, null],
    [{ rewrittenShare: 0.2 }, []],
    [{ rewrittenShare: 0.21 }, null],
    [{ cost: 10, severity: "serious" }, ["gate.failed"]],
    [{ windowShare: 0.5, severity: "serious" }, ["gate.failed"]],
    [{ severity: "note", agent: "support", tag: "nightly", state: "running" }, ["call.loop", "gate.failed"]],
    [{ severity: "note", agent: "other" }, null],
    [{ severity: "note", tag: "other" }, null],
    [{ severity: "note", state: "ended" }, null],
  ])("%j speaks of %j", (rule, codes) => {
    expect(matched(rule)).toEqual(codes);
  });

  it.each([
    [{ code: "task.lost" }, ["task.lost"]],
    [{ code: "task.*" }, null],
    [{ severity: "note" }, null],
    [{ code: "task.lost", severity: "note" }, null],
  ])("tells what is not proved only by its very code: %j", (rule, codes) => {
    expect(matched(rule, { findings: [{ ...finding("task.lost", "note"), severity: null }] })).toEqual(codes);
  });

  it("does not hold for a window of which nothing is known", () => {
    expect(matched({ windowShare: 0.1 }, { windowShare: null })).toBeNull();
  });

  it("does not hold for a bill of which nothing is known, or without a price", () => {
    const cost = { total: null, rewrittenShare: null, losses: 4 };
    expect(matched({ cost: 0.01 }, { cost })).toBeNull();
    expect(matched({ rewrittenShare: 0.01 }, { cost })).toBeNull();
  });

  it.each([
    {},
    { cost: 0 },
    { rewrittenShare: 10 },
    { code: "no.such" },
    { severity: "loud" },
    { windowShare: 0 },
    { severity: "note", extra: 1 },
  ])("is refused as %j", (rule) => {
    expect(alertRuleSchema.safeParse(rule).success).toBe(false);
  });
});
