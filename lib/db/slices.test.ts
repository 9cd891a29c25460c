import { expect, it } from "vitest";
import { runEachInSlices, Slices } from "./slices";

it("lets other work of the process pass in between", async () => {
  let passed = 0;
  const others = setInterval(() => passed++, 1);
  const seen: number[] = [];
  await runEachInSlices([1, 2, 3, 4, 5, 6], (item, index) => {
    const until = performance.now() + 20;
    while (performance.now() < until) seen[index] = item;
  });
  clearInterval(others);
  expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
  expect(passed).toBeGreaterThan(2);
});

it("lets one of many go on in each round of the event loop, in their order", async () => {
  let round = 0;
  let isOver = false;
  const count = () => {
    round++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const seen: { readonly name: number; readonly round: number }[] = [];
  const work = async (name: number) => {
    const slices = new Slices();
    for (let part = 0; part < 3; part++) {
      const until = performance.now() + 12;
      while (performance.now() < until);
      await slices.pause();
      seen.push({ name, round });
    }
  };
  await Promise.all([0, 1, 2, 3].map(work));
  isOver = true;
  expect(seen.map(({ name }) => name)).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]);
  expect(new Set(seen.map((one) => one.round)).size).toBe(seen.length);
});
