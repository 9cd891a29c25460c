import { expect, it } from "vitest";
import { describeReplaced, pickEdits } from "./edits";

const seen = { title: "A", severity: "warning", outcome: "wrong", from: 2, to: 5 };
const asked = { title: "B", severity: "warning", outcome: "wrong", range: { from: 2, to: 5 } };

it("writes only what its person changed", () => {
  expect(pickEdits(seen, asked)).toEqual({ title: "B" });
  expect(pickEdits(seen, { ...asked, title: "A", range: { from: 2, to: 6 } })).toEqual({
    range: { from: 2, to: 6 },
  });
  const timed = { since: "2026-01-01T00:00:00Z", until: "2026-01-02T00:00:00Z" };
  expect(pickEdits(seen, { ...asked, range: timed })).toEqual({ title: "B", range: timed });
});

it("says what somebody else wrote where it writes too", () => {
  const now = { ...seen, title: "C", outcome: "ok", to: 9 };
  expect(describeReplaced(seen, now, { title: "B" })).toMatch(
    /^Changed .*: its title is now “C”\. Save again/,
  );
  expect(describeReplaced(seen, now, { title: "B", range: {} })).toContain("its turns are now 2 to 9");
  expect(describeReplaced(seen, now, { severity: "note" })).toBeNull();
  expect(describeReplaced(seen, seen, { title: "B" })).toBeNull();
});
