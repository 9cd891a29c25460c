import { describe, expect, it } from "vitest";
import { expectLinear } from "@/lib/testing/growth";
import { unsaidConstraints } from "./unsaid-constraints";

describe("constraints that a text does not repeat", () => {
  const message = "Fix the sync.\nNever write to the production bucket.";

  it("are sentences of the user that bind, spaces and case aside", () => {
    expect(unsaidConstraints([message], "NEVER write to the production  bucket.")).toEqual([]);
    expect(unsaidConstraints([message, message], "We fix the sync.")).toEqual([
      "Never write to the production bucket.",
    ]);
  });

  it("are no thinking aloud", () => {
    const text = "I would assume hooks are never invoked.\nPlease don't rewrite the changelog.";
    expect(unsaidConstraints([text], "")).toEqual(["Please don't rewrite the changelog."]);
  });

  it("are read from a line of megabytes in time that grows with its length", () =>
    expectLinear((times) => {
      unsaidConstraints(["/a".repeat(300_000 * times)], "");
    }));
});
