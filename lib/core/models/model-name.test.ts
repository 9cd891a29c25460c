import { describe, expect, it } from "vitest";
import { isModel } from "./model-name";

describe("a name of a model", () => {
  it.each([
    "gpt-4o-2024-08-06",
    "gpt-4o:free",
    "gpt-4o-0613-preview",
    "gpt-4o[1m]",
    "gpt-4o-12-2024:beta",
    "gpt-4o-v1:0",
  ])("may have dates, versions and tiers behind it: %s", (name) =>
    expect(isModel(name, "gpt-4o")).toBe(true),
  );

  it.each(["gpt-4o-mini", "gpt-4omni", "gpt-4o-12", "gpt-4o-", "gpt-4o-2024-08-06-mini"])(
    "is another model's with anything else behind it: %s",
    (name) => expect(isModel(name, "gpt-4o")).toBe(false),
  );

  it.each(["1", "-1234", "-2024-08-06", "12:34", "[1m]"])(
    "is told, however many ways there are to read it: %s",
    (part) => {
      const suffixes = part.repeat(2_000);
      expect(isModel(`gpt-4o-0613${suffixes}x`, "gpt-4o")).toBe(false);
    },
  );
});
