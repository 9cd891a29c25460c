import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "./rule/settings";
import { findingsStamp } from "./stamp";

describe("the stamp of findings", () => {
  it("is the same for the same thresholds, in whatever order they are written, and another for others", () => {
    const stamp = findingsStamp(DEFAULT_SETTINGS);
    const reversed = Object.fromEntries(Object.entries(DEFAULT_SETTINGS).reverse());
    expect(findingsStamp({ ...DEFAULT_SETTINGS, ...reversed })).toBe(stamp);
    expect(findingsStamp({ ...DEFAULT_SETTINGS, spikeTokens: 4_001 })).not.toBe(stamp);
    expect(stamp).toMatch(/^[0-9a-f]{16}$/);
  });
});
