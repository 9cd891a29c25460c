import { describe, expect, it } from "vitest";
import { describeOutdated } from "./outdated";

describe("findings from earlier thresholds", () => {
  it("are mentioned while there are any, with a smallest number", () => {
    expect(describeOutdated(0, 200)).toEqual([]);
    expect(describeOutdated(1, 200)[0]).toMatch(/^The findings of 1 session are still/);
    expect(describeOutdated(200, 200)[0]).toContain("200 or more sessions");
  });
});
