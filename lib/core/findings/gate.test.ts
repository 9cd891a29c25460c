import { describe, expect, it } from "vitest";
import type { Signal } from "./signals";
import { countFindings } from "./counts";
import type { Finding } from "./rule/finding";
import { contractSchema, judge } from "./gate";

const counts = {
  byCode: { "evidence.dangling": 1, "evidence.residual": 2, "call.loop": 1 },
  bySeverity: { serious: 1, warning: 3 },
  suspected: { "constraint.lost": 2 },
};
const signals: Signal[] = [
  { signal: "windows", state: "derived", sentence: "Rebuilt." },
  { signal: "usage", state: "unseen", sentence: "None." },
];

describe("the gate", () => {
  it("lets no serious finding pass unless the contract says otherwise", () => {
    expect(judge(counts, signals)).toEqual({
      verdict: "fail",
      limits: [{ limit: "serious", atMost: 0, found: 1, kept: false, examples: [] }],
      missing: [],
    });
    expect(judge({ byCode: {}, bySeverity: {}, suspected: {} }, signals).verdict).toBe("pass");
  });

  it("limits codes, all codes of a prefix, and severities", () => {
    const contract = contractSchema.parse({ limits: { "evidence.*": 3, "call.loop": 0, warning: 3 } });
    expect(
      judge(counts, signals, contract).limits.map(({ limit, found, kept }) => [limit, found, kept]),
    ).toEqual([
      ["evidence.*", 3, true],
      ["call.loop", 1, false],
      ["warning", 3, true],
    ]);
  });

  it("counts what an experimental rule found only where its code is named", () => {
    const found = { ...counts, suspected: { "constraint.lost": 2, "message.left": 3 } };
    const contract = contractSchema.parse({ limits: { suspected: 2, "message.left": 0 } });
    expect(judge(found, signals, contract).limits).toMatchObject([
      { limit: "suspected", found: 2, kept: true },
      { limit: "message.left", found: 3, kept: false },
    ]);
  });

  it("names the findings that break a limit, by code and turn", () => {
    const listed = [
      { code: "evidence.dangling", severity: "serious" as const, turn: 4 },
      { code: "call.loop", severity: "warning" as const, turn: 6 },
    ];
    const contract = contractSchema.parse({ limits: { serious: 0, "call.*": 0, warning: 3 } });
    expect(judge(counts, signals, contract, listed).limits.map(({ examples }) => examples)).toEqual([
      [{ code: "evidence.dangling", turn: 4 }],
      [{ code: "call.loop", turn: 6 }],
      [],
    ]);
  });

  it("limits the bill, and cannot tell where nothing has a price", () => {
    const contract = contractSchema.parse({ limits: {}, cost: { rewrittenShare: 0.1, total: 5 } });
    const judged = (rewrittenShare: number | null, total: number | null) =>
      judge(counts, signals, contract, [], { rewrittenShare, total, losses: 2 });
    expect(judged(0.1, 5).verdict).toBe("pass");
    expect(judged(0.11, 5)).toMatchObject({
      verdict: "fail",
      limits: [
        { limit: "cost.total", atMost: 5, found: 5, kept: true },
        { limit: "cost.rewrittenShare", atMost: 0.1, found: 0.11, kept: false },
      ],
    });
    expect(judged(null, null)).toMatchObject({
      verdict: "unknown",
      limits: [{ found: null }, { found: null }],
    });
    expect(judged(0.5, null).verdict).toBe("fail");
    expect(contractSchema.safeParse({ cost: { rewrittenShare: 10 } }).success).toBe(false);
    expect(contractSchema.safeParse({ cost: { share: 0.1 } }).success).toBe(false);
  });

  it("cannot tell where a signal is missing that the contract needs", () => {
    const contract = contractSchema.parse({ limits: {}, require: ["windows", "usage"] });
    expect(judge(counts, signals, contract)).toMatchObject({ verdict: "unknown", missing: ["usage"] });
  });

  it("refuses a contract that it does not understand", () => {
    expect(contractSchema.safeParse({ limits: { Evidence: 1 } }).success).toBe(false);
    expect(contractSchema.safeParse({ limit: {} }).success).toBe(false);
  });

  it("counts what is beyond the list, too", () => {
    const one = { code: "a.b", standing: "proved", severity: "warning" } as Finding;
    expect(countFindings({ findings: [one], unlisted: { "a.b": 4 } })).toEqual({
      byCode: { "a.b": 5 },
      bySeverity: { warning: 5 },
      suspected: {},
    });
  });
});
