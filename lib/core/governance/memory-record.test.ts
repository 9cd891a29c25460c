import { describe, expect, it } from "vitest";
import { expiryOf, memoryRecord } from "./memory-record";
import { durationIn, endOfDate } from "./times";

const DAY = 86_400_000;
const MAY_3 = Date.UTC(2026, 4, 3);

describe("lengths of time", () => {
  it.each([
    ["30d", 30 * DAY],
    ["30 days", 30 * DAY],
    ["P30D", 30 * DAY],
    ["PT1H30M", 5_400_000],
    ["1h30m", 5_400_000],
    ["1h 30min", 5_400_000],
    ["two weeks", 14 * DAY],
    ["a week", 7 * DAY],
    ["90-minutes", 5_400_000],
    ["1:30:00", 5_400_000],
    ["500ms", 500],
    ["3600", 3_600_000],
    ["0.5 h", 1_800_000],
    ["soon", null],
    ["none", null],
  ])("%s", (text, ms) => {
    expect(durationIn(text)).toBe(ms);
  });
});

describe("the end of a date", () => {
  it.each([
    ["2026-05-03", MAY_3 + DAY],
    ["2026/5/3", MAY_3 + DAY],
    ["20260503", MAY_3 + DAY],
    ["3 May 2026", MAY_3 + DAY],
    ["3rd of May, 2026", MAY_3 + DAY],
    ["May 3, 2026", MAY_3 + DAY],
    ["13.05.2026", Date.UTC(2026, 4, 14)],
    ["03/05/2026", MAY_3 + DAY],
    ["May 2026", Date.UTC(2026, 5, 1)],
    ["2026-05", Date.UTC(2026, 5, 1)],
    ["2026-05-03T10:30:00Z", MAY_3 + 37_800_000],
    ["2026-05-03 10:30", MAY_3 + 37_800_000],
    ["2026-05-03T10:30:00.250+02:00", MAY_3 + 30_600_000],
    ["Sun, 03 May 2026 10:30:00 GMT", MAY_3 + 37_800_000],
    ["May 3, 2026 at 3:30 pm", MAY_3 + 55_800_000],
    [String(MAY_3 / 1_000), MAY_3],
    [String(MAY_3), MAY_3],
    ["when the branch is merged", null],
    ["99/99/2026", null],
  ])("%s", (text, end) => {
    expect(endOfDate(text)).toBe(end);
  });
});

describe("what a memory says of itself", () => {
  it.each([
    JSON.stringify({ text: "uses pnpm", scope: "project:parser", confidence: 0.4, expires_at: "2026-05-03" }),
    JSON.stringify({
      text: "uses pnpm",
      meta: { scope: "project/parser", confidence: "40%", expiresAt: "3 May 2026" },
    }),
    "---\nscope: project:parser\nconfidence: 0.4\nexpires_at: 2026-05-03\n---\nUses pnpm.",
    "- uses pnpm [project=parser, confidence=0.4, valid until: May 3, 2026]",
    '<memory project="parser" confidence="0.4" expires="2026-05-03">uses pnpm</memory>',
    "Uses pnpm (project: parser; certainty: 4/10; valid until 3 May 2026).",
    "**Scope:** project: parser\n**Confidence:** .4\n**Expires on:** 2026/05/03\nUses pnpm",
  ])("%s", (text) => {
    const { scopes, confidence, expiresAt } = memoryRecord(text);
    expect({ scopes, confidence, expiresAt }).toEqual({
      scopes: expect.arrayContaining([{ kind: "project", name: "parser" }]),
      confidence: 0.4,
      expiresAt: MAY_3 + DAY,
    });
  });

  it.each([
    "ttl: 30d\ncreated: 2026-04-02",
    '{"ttl_days": 30, "learned_at": "2026-04-02"}',
    '{"ttl": 2592000, "lastVerifiedAt": "2026-04-02"}',
    "[max_age=P30D; as of: 2 April 2026] uses pnpm",
    "Uses pnpm. Recorded on: 2026-04-02. Valid for 30 days.",
    "expires: in 30 days\nstored at: 2026-04-02",
  ])("ends some time after it was learned: %s", (text) => {
    expect(expiryOf(memoryRecord(text), null)).toBe(MAY_3);
  });

  it("has an end only where its text gives one", () => {
    for (const text of ["Expires: never", "ttl: none", "uses pnpm", "expires: when merged"])
      expect(expiryOf(memoryRecord(text), MAY_3)).toBeNull();
    expect(expiryOf(memoryRecord("ttl: 1h"), MAY_3)).toBe(MAY_3 + 3_600_000);
    expect(expiryOf(memoryRecord("ttl: 1h"), null)).toBeNull();
  });

  it("says how far it got", () => {
    expect(memoryRecord("status: candidate").standing).toBe("candidate");
    expect(memoryRecord('{"verified": false}').standing).toBe("candidate");
    expect(memoryRecord("promoted_by: ada").standing).toBe("verified");
    expect(memoryRecord("last_verified_at: 2026-01-01").standing).toBe("verified");
    expect(memoryRecord("uses pnpm").standing).toBeNull();
  });
});
