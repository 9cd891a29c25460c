import { expect, it } from "vitest";
import { describePendingTurns, describeStillWaiting } from "./waiting";

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
