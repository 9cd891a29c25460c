import { expect, it } from "vitest";
import { waitingStatement } from "./waiting";

it("says how much is on its way, and nothing when all is there", () => {
  expect(waitingStatement(0)).toBeNull();
  expect(waitingStatement(1)).toBe("1 event is still being processed and is not shown here yet.");
  expect(waitingStatement(1_200)).toMatch(
    /^1.200 events are still being processed and are not shown here yet\.$/,
  );
});
