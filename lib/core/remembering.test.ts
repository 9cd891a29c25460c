import { describe, expect, it } from "vitest";
import { rememberResults } from "./remembering";

function counted() {
  const worked: string[] = [];
  const length = rememberResults(
    (text: string) => text,
    (text) => {
      worked.push(text);
      return text === "nothing" ? null : text.length;
    },
  );
  return { worked, length };
}

describe("a function that remembers", () => {
  it("works once for what is asked often, also where the result is null", () => {
    const { worked, length } = counted();
    expect(["a", "nothing", "a", "nothing"].map(length)).toEqual([1, null, 1, null]);
    expect(worked).toEqual(["a", "nothing"]);
  });

  it("keeps a bounded number of results, and nothing under a long name", () => {
    const { worked, length } = counted();
    for (let i = 0; i < 10_000; i++) length(`${i}`);
    length("9999");
    expect(worked).toHaveLength(10_000);
    length("0");
    expect(worked).toHaveLength(10_001);
    const long = "x".repeat(1_000);
    expect([length(long), length(long)]).toEqual([1_000, 1_000]);
    expect(worked).toHaveLength(10_003);
  });

  it("keeps what goes on being asked", () => {
    const { worked, length } = counted();
    for (let i = 0; i < 10_000; i++) {
      length("always");
      length(`${i}`);
    }
    expect(worked.filter((one) => one === "always")).toHaveLength(1);
  });
});
