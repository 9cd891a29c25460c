import { describe, expect, it } from "vitest";
import { makeAuditRow, makeKeyRow } from "./settings-model";

const key = {
  id: "key_1",
  name: "collector",
  prefix: "sgk_abcdefgh",
  scopes: ["ingest", "read"],
  agent: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  madeBy: null,
  giver: null,
  isGiven: true,
};
const at = Date.parse("2026-06-01T00:00:00Z");

describe("keyRow", () => {
  it.each([
    ["works", {}],
    ["works", { expiresAt: "2026-06-02T00:00:00.000Z" }],
    ["expired", { expiresAt: "2026-06-01T00:00:00.000Z" }],
    ["revoked", { expiresAt: "2026-01-02T00:00:00.000Z", revokedAt: "2026-01-01T12:00:00.000Z" }],
  ])("says that a key %s", (state, parts) => expect(makeKeyRow({ ...key, ...parts }, at).state).toBe(state));

  it("says who made it, and whether they have left", () => {
    const madeBy = (isMember: boolean) => ({ madeBy: { email: "ada@example.com", isMember } });
    expect(makeKeyRow(key, at).madeBy).toBe("");
    expect(makeKeyRow({ ...key, ...madeBy(true) }, at).madeBy).toBe("ada@example.com");
    expect(makeKeyRow({ ...key, ...madeBy(false) }, at).madeBy).toBe("ada@example.com, who has left");
  });
});

describe("auditRow", () => {
  const entry = {
    id: "1",
    at: key.createdAt,
    actor: "ada@example.com",
    address: null,
    target: null,
    detail: {},
    count: 1,
  };

  it("tells an entry as a sentence", () => {
    expect(
      makeAuditRow({
        ...entry,
        action: "sessions.deleted",
        detail: { olderThanDays: 30, sessions: 4 },
        target: "ses_1",
      }),
    ).toMatchObject({
      who: "ada@example.com",
      what: "deleted sessions",
      detail: "ses_1, older than 30 days, 4 sessions",
    });
  });

  it("says a range as turns, and one of something in the singular", () => {
    const detailOf = (detail: Record<string, unknown>) =>
      makeAuditRow({ ...entry, action: "incident.created", detail }).detail;
    expect(detailOf({ from: 2, to: 5 })).toBe("turns 2 to 5");
    expect(detailOf({ policies: 1, by: "passkey" })).toBe("1 policy, by passkey");
    expect(detailOf({ found: 3, days: null })).toBe("found 3, days none");
  });

  it("says how often, where one entry covers many", () => {
    expect(makeAuditRow({ ...entry, action: "key.used", count: 1204 }).what).toBe("used a key 1204 times");
  });

  it("shows an action that it does not know by its name", () => {
    expect(makeAuditRow({ ...entry, action: "something.new" }).what).toBe("something.new");
  });
});
