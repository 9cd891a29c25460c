import { expect, it } from "vitest";
import { WritesAtOnce } from "./project-streams";

/** Work that ends when it is told to. */
function work() {
  const state = { begun: false, end: () => {}, fail: (_: Error) => {} };
  const run = () => {
    state.begun = true;
    return new Promise<void>((resolve, reject) => Object.assign(state, { end: resolve, fail: reject }));
  };
  return { state, run };
}

it("has as many under way as it may, and goes on when one has ended", async () => {
  const [few, first, second, third] = [new WritesAtOnce(2), work(), work(), work()];
  await few.add(first.run);
  const added = few.add(second.run).then(() => few.add(third.run));
  await Promise.resolve();
  expect([first.state.begun, second.state.begun, third.state.begun]).toEqual([true, true, false]);
  first.state.end();
  await expect.poll(() => third.state.begun).toBe(true);
  second.state.end();
  third.state.end();
  await added;
  await few.waitUntilDone();
});

it("says what failed, begins nothing more then, and waits for what is under way", async () => {
  const [few, first, second, third] = [new WritesAtOnce(3), work(), work(), work()];
  await few.add(first.run);
  await few.add(second.run);
  first.state.fail(new Error("away"));
  await new Promise(setImmediate);
  await expect(few.add(third.run)).rejects.toThrow("away");
  let isOver = false;
  const over = few.waitUntilDone().catch((error: unknown) => {
    isOver = true;
    return error;
  });
  await Promise.resolve();
  expect([isOver, third.state.begun]).toEqual([false, false]);
  second.state.end();
  expect(String(await over)).toBe("Error: away");
});
