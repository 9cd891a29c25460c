import { describe, expect, it } from "vitest";
import { outdatedStatements } from "./outdated";

describe("findings from earlier thresholds", () => {
  it("are mentioned while there are any, with a smallest number", () => {
    expect(outdatedStatements(0, 200)).toEqual([]);
    expect(outdatedStatements(1, 200)[0]).toMatch(/^The findings of 1 session are still/);
    expect(outdatedStatements(200, 200)[0]).toContain("200 or more sessions");
  });
});
