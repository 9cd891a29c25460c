import { describe, expect, it } from "vitest";
import { splitMemoryEntries } from "./memory-entries";
import { computeExpiry, parseMemoryRecord } from "./memory-record";
import { endOfDate } from "./dates";
import { parseDuration } from "./durations";

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
    ["half a day", DAY / 2],
    ["a couple of days", 2 * DAY],
    ["a fortnight", 14 * DAY],
    ["twenty-five days", 25 * DAY],
    ["5 business days", 7 * DAY],
    ["3 days, 4:00:00", 3 * DAY + 4 * 3_600_000],
    ["10m0s", 600_000],
    ["86,400s", DAY],
    ["86_400", DAY],
    ["soon", null],
    ["none", null],
  ])("%s", (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
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
    ["2026-05-03T10:30:00+02", MAY_3 + 30_600_000],
    ["2026-05-03 10:30 EST", MAY_3 + 55_800_000],
    ["Sun May  3 10:30:00 2026", null],
    ["Sun May 3 10:30:00 2026", MAY_3 + DAY],
    ["2026年5月3日", MAY_3 + DAY],
    ["05/13/26", Date.UTC(2026, 4, 14)],
    ["2026-123", MAY_3 + DAY],
    ["2026-W18", Date.UTC(2026, 4, 4)],
    ["2026-W18-7", MAY_3 + DAY],
    ["Q2 2026", Date.UTC(2026, 6, 1)],
    ["end of 2026", Date.UTC(2027, 0, 1)],
    ["when the branch is merged", null],
    ["99/99/2026", null],
  ])("%s", (text, end) => {
    expect(endOfDate(text)).toBe(end);
  });
});

describe("the memories that a text lists", () => {
  it.each([
    '[{"memory": "door blue"}, {"memory": "roof red"}]',
    '{"memories": [{"text": "door blue"}, {"text": "roof red"}]}',
    '{"text": "door blue"}\n{"text": "roof red"}',
    '<memory scope="a">door blue</memory><memory>roof red</memory>',
    "# Memories\n- door blue (scope: project:a)\n- roof red",
  ])("are two: %s", (text) => {
    const entries = splitMemoryEntries(text);
    expect(entries).toHaveLength(2);
    expect(entries[1]).toContain("roof red");
  });

  it.each(["door blue", "- door blue\n- roof red", '{"text": "door blue"}', '["a", "b"]'])(
    "is one: %s",
    (text) => {
      expect(splitMemoryEntries(text)).toEqual([text]);
    },
  );
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
    const { scopes, confidence, expiresAt } = parseMemoryRecord(text);
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
    "expires: in 30 days\nstored at: 2026-04-02",
  ])("ends some time after it was learned: %s", (text) => {
    expect(computeExpiry(parseMemoryRecord(text), null)).toBe(MAY_3);
  });

  it.each([
    "(expires 2026-05-02)",
    "[exp. 2026-05-02] Uses pnpm",
    "Not valid after 2026-05-02",
    "valid: 2026-01-01 to 2026-05-02",
    "validity: 2026-01-01..2026-05-02",
    "Expiry date: 2026-05-02",
    "| expires | 2026-05-02 |",
    "<expires>2026-05-02</expires>",
    '{"invalid_at": "2026-05-02"}',
    '{"ttl": {"days": 31}, "created_at": "2026-04-01"}',
    '{"ttl": {"value": 31, "unit": "days"}, "created_at": "2026-04-01"}',
  ])("ends where it says so itself: %s", (text) => {
    expect(computeExpiry(parseMemoryRecord(text), null)).toBe(MAY_3);
  });

  it.each([
    "The certificate of the shop expires on 3 March 2025 and was renewed.",
    "The coupons were valid until 2025-12-31.",
    "Bob's API token: expires 2025-12-31.",
    "Use retention: 30 days for log buckets.\ncreated: 2025-01-01",
    '{"text": "uses TLS", "certificate": {"expires": "2025-01-01"}}',
    "ttl: 0",
    "ttl: -1",
  ])("does not end with what it is about: %s", (text) => {
    expect(computeExpiry(parseMemoryRecord(text), MAY_3)).toBeNull();
  });

  it.each([
    ["confidence level: low", 0.2],
    ["confidence: not high", 0.3],
    ["confidence: 0,3", 0.3],
    ["certainty: 1 of 5", 0.2],
    ["confidence: ★★☆☆☆", 0.4],
    ['{"confidence": {"score": 0.2}}', 0.2],
    ["confidence: not low", null],
    ["confidence: 8", null],
    ["confidence interval: 0.3", null],
  ])("gives its confidence: %s", (text, confidence) => {
    expect(parseMemoryRecord(text).confidence).toBe(confidence);
  });

  it("has an end only where its text gives one", () => {
    for (const text of ["Expires: never", "ttl: none", "uses pnpm", "expires: when merged"])
      expect(computeExpiry(parseMemoryRecord(text), MAY_3)).toBeNull();
    expect(computeExpiry(parseMemoryRecord("ttl: 1h"), MAY_3)).toBe(MAY_3 + 3_600_000);
    expect(computeExpiry(parseMemoryRecord("ttl: 1h"), null)).toBeNull();
  });

  it.each([
    ["status: not yet verified", "candidate"],
    ["review: awaiting", "candidate"],
    ["candidate: true", "candidate"],
    ["review: passed", "verified"],
    ['{"promotion": {"by": "ada"}}', "verified"],
    ["verified_by: nobody", null],
    ["verified: unknown", null],
    ["order status: pending", null],
  ])("says how far it got: %s", (text, standing) => {
    expect(parseMemoryRecord(text).standing).toBe(standing);
  });

  it.each([
    ['{"scope": {"type": "project", "id": "alpha"}}', [{ kind: "project", name: "alpha" }]],
    ['{"namespace": ["users", "ada"]}', [{ kind: "user", name: "ada" }]],
    ["applies to: project alpha", [{ kind: "project", name: "alpha" }]],
    [
      "scope: projects alpha, beta",
      [
        { kind: "project", name: "alpha" },
        { kind: "project", name: "beta" },
      ],
    ],
  ])("says where it holds: %s", (text, scopes) => {
    expect(parseMemoryRecord(text).scopes).toEqual(expect.arrayContaining(scopes));
  });

  it("says how far it got", () => {
    expect(parseMemoryRecord("status: candidate").standing).toBe("candidate");
    expect(parseMemoryRecord('{"verified": false}').standing).toBe("candidate");
    expect(parseMemoryRecord("promoted_by: ada").standing).toBe("verified");
    expect(parseMemoryRecord("last_verified_at: 2026-01-01").standing).toBe("verified");
    expect(parseMemoryRecord("uses pnpm").standing).toBeNull();
  });
});
