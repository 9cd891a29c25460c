import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { foldSession } from "./fold";

function warned(
  reported: { tokensSent?: number; tokensReceived?: number; calls?: number },
  last = 120,
): string[] {
  const story = trace("sums", { reported })
    .turn((t) => t.user("Go.").says("On.").usage(100, 5))
    .turn((t) => t.says("Done.").usage(last, 7));
  return foldSession(story.events()).warnings.map(({ code, message }) => `${code}: ${message}`);
}

describe("the source's own sum", () => {
  it("says nothing where its calls come to it", () => {
    expect(warned({ tokensSent: 220, tokensReceived: 12 })).toEqual([]);
    expect(warned({})).toEqual([]);
    expect(warned({ tokensSent: 0, tokensReceived: 0 })).toEqual([]);
  });

  it("is named beside that of the calls where they differ", () => {
    expect(warned({ tokensSent: 320, tokensReceived: 12 })).toEqual([
      "totals_differ: the source's own sum differs: 320 input tokens are stated, 220 are those of its 2 calls",
    ]);
    expect(warned({ tokensSent: 220, tokensReceived: 12 }, 0)).toEqual([
      "totals_differ: the source's own sum differs: 220 input tokens are stated, 100 are those of its 2 calls, 1 without a count",
    ]);
  });

  it("is named where no call was read at all", () => {
    const nothing = trace("sums", { reported: { tokensSent: 320, tokensReceived: 9 } });
    expect(foldSession(nothing.events()).warnings.map(({ message }) => message)).toEqual([
      "the source's own sum differs: 320 input tokens are stated, 0 are those of its 0 calls; 9 output tokens are stated, 0 are those of its 0 calls",
    ]);
  });

  it("is named where it counts other calls", () => {
    expect(warned({ calls: 2 })).toEqual([]);
    expect(warned({ calls: 3 })).toEqual([
      "totals_differ: the source's own sum differs: 3 calls are stated, 2 were read",
    ]);
  });
});
