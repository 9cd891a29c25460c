import { expect, it } from "vitest";
import { eachInSlices } from "./slices";

it("lets other work of the process pass in between", async () => {
  let passed = 0;
  const others = setInterval(() => passed++, 1);
  const seen: number[] = [];
  await eachInSlices([1, 2, 3, 4, 5, 6], (item, index) => {
    const until = performance.now() + 20;
    while (performance.now() < until) seen[index] = item;
  });
  clearInterval(others);
  expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
  expect(passed).toBeGreaterThan(2);
});
