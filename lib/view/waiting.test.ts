import { expect, it } from "vitest";
import { describeAwayPage, describeAwaySession, describePendingTurns, describeStillWaiting } from "./waiting";

it("says how much is on its way, and nothing when all is there", () => {
  expect(describeStillWaiting(0)).toBeNull();
  expect(describeStillWaiting(1)).toBe("1 event is still being processed and is not shown here yet.");
  expect(describeStillWaiting(1_200)).toMatch(
    /^1.200 events are still being processed and are not shown here yet\.$/,
  );
});

it("says since when, where it is about one session whose turns are on their way", () => {
  const since = "2026-01-05T09:00:01.000Z";
  expect(describeStillWaiting(9, { what: "all", since })).toBe(
    "9 events are still being processed since 09:00:01 UTC and are not shown here yet.",
  );
  expect(describeStillWaiting(9, { what: "findings", since })).not.toContain("since");
});

it("says that nothing can be read yet only while that is so", () => {
  const since = "2026-01-05T09:00:01.000Z";
  expect(describePendingTurns({ what: "all", since })).toContain("since 09:00:01 UTC");
  expect([{ what: "turns", since } as const, null, undefined].map(describePendingTurns)).toEqual([
    null,
    null,
    null,
  ]);
});

it("names the nodes of the database that are away, and what can be read meanwhile", () => {
  const one = { all: 3, away: 1, ids: [2] };
  expect(describeAwayPage(one)).toMatch(
    /^Node 2 of the database, one of 3, is away\. .*sessions of the other nodes/,
  );
  expect(describeAwaySession(one)).toMatch(
    /^Node 2 of the database.*this session is stored there\. .*can still be read/,
  );
  expect(describeAwayPage({ all: 3, away: 2, ids: [2, 3] })).toMatch(
    /^Nodes 2 and 3 of the database, 2 of 3, are away\./,
  );
  for (const nodes of [null, { all: 3, away: 0, ids: [] }])
    expect([describeAwayPage(nodes), describeAwaySession(nodes)]).toEqual([null, null]);
});
