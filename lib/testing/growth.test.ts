import { describe, expect, it } from "vitest";
import { expectLinear } from "./growth";

function pairs(count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) for (let j = 0; j < count; j++) sum += (i ^ j) & 1;
  return sum;
}

describe("time that grows with the input", () => {
  it("is told from time that grows with its square", async () => {
    await expectLinear((times) => Array.from({ length: times }, () => pairs(500)));
    await expect(expectLinear((times) => pairs(5_000 * times))).rejects.toThrow("8 times the input");
  });
});
