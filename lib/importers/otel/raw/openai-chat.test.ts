import { describe, expect, it } from "vitest";
import { findCacheReading } from "../../shared/cached-input";
import { readRawCall } from ".";

const reportedBy = (prompt_tokens: number, cached_tokens: number) =>
  readRawCall(
    { model: "m", messages: [{ role: "user", content: "Hi" }] },
    {
      model: "m",
      choices: [{ message: { role: "assistant", content: "Hello" } }],
      usage: { prompt_tokens, completion_tokens: 5, prompt_tokens_details: { cached_tokens } },
    },
  )?.usage;

describe("the usage of a raw chat completion", () => {
  it("says whether its total could tell what it includes: the other calls of its client decide", () => {
    expect(findCacheReading(reportedBy(1_500, 1_300))).toBe("either");
    expect(findCacheReading(reportedBy(20, 2_800))).toBe("apart");
    expect(reportedBy(20, 2_800)?.input).toBe(2_820);
    expect(findCacheReading(reportedBy(20, 0))).toBeUndefined();
  });
});
