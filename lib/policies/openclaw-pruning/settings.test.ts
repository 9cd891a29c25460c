import { describe, expect, it } from "vitest";
import {
  parseCompositeDuration,
  readFixedSettings,
  readPruningSettings,
  parseSingleDuration,
  makeToolMatcher,
  tunableOptions,
} from "./settings";

const read = (options: object) => readPruningSettings(tunableOptions.parse(options), parseSingleDuration);

describe("OpenClaw's settings", () => {
  it.each([
    ["10", 600_000],
    ["1.5m", 90_000],
    [" 1H ", 3_600_000],
    ["0", 0],
    ["500ms", 500],
  ])("reads a time to live of %j as %d ms, digits alone as minutes", (ttl, ms) => {
    expect(read({ ttl }).ttlMs).toBe(ms);
  });

  it.each(["soon", "", "5 m", "-5m", "1h30m"])("takes five minutes for %j, which is no duration", (ttl) => {
    expect(read({ ttl }).ttlMs).toBe(300_000);
  });

  it("takes five minutes for a number: the vendor reads text only", () => {
    expect(read({ ttl: 10 }).ttlMs).toBe(600_000);
  });

  it("reads several units in a row from generation 2 on", () => {
    expect(parseCompositeDuration("1h30m")).toBe(5_400_000);
    expect(parseCompositeDuration("1h30")).toBeNull();
    expect(
      readFixedSettings({
        mode: "cache-ttl",
        ttl: "1h30m",
        tools: {},
        hardClear: { enabled: true, placeholder: "" },
      }).ttlMs,
    ).toBe(5_400_000);
  });

  it("clamps ratios, floors counts and never lets them fall below 0", () => {
    const { softTrimRatio, hardClearRatio, keepLastAssistants, softTrim } = read({
      softTrimRatio: -1,
      hardClearRatio: 7,
      keepLastAssistants: 2.9,
      softTrim: { maxChars: -5, headChars: 3.9 },
    });
    expect([softTrimRatio, hardClearRatio, keepLastAssistants]).toEqual([0, 1, 2]);
    expect(softTrim).toEqual({ maxChars: 0, headChars: 3, tailChars: 1_500 });
  });

  it("trims a placeholder and takes its own for a blank one", () => {
    expect(read({ hardClear: { placeholder: " gone " } }).hardClear.placeholder).toBe("gone");
    expect(read({ hardClear: { placeholder: "  " } }).hardClear.placeholder).toBe(
      "[Old tool result content cleared]",
    );
  });
});

describe("the tools that OpenClaw may prune", () => {
  it("match whole names in lower case, with * for any run of characters", () => {
    const matches = makeToolMatcher({ allow: [" EX*c ", "a.b"] });
    expect(["exec", " Exec", "exc", "execute", "a.b", "aXb"].map(matches)).toEqual([
      true,
      true,
      true,
      false,
      true,
      false,
    ]);
  });

  it("are all where the list of allowed ones is empty or blank", () => {
    expect(makeToolMatcher({ allow: [] })("any")).toBe(true);
    expect(makeToolMatcher({ allow: [" "] })("any")).toBe(true);
  });

  it("are not the denied ones, allowed or not", () => {
    expect(makeToolMatcher({ allow: ["*"], deny: ["*image*"] })("read_image")).toBe(false);
  });
});
