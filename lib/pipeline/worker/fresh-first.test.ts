import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { FreshFirst } from "./fresh-first";

const HOUR_MS = 3_600_000;
const TOOK_MS = 20;
const nothing = () => Promise.resolve();

function makeGate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

it("an analysis begins after a rest while fresh work is under way, and the rest has a limit", async () => {
  for (const fresh of [new FreshFirst(5, HOUR_MS), new FreshFirst(HOUR_MS, 5 * TOOK_MS)]) {
    const { open, opened } = makeGate();
    const busy = fresh.runFresh(() => opened);
    await fresh.runAfter(() => wait(TOOK_MS));
    const ended = performance.now();
    await fresh.runAfter(() => Promise.resolve(open()));
    expect(performance.now() - ended).toBeGreaterThan(4 * TOOK_MS);
    await busy;
  }
});

it("it begins at once without fresh work, and when the last of it ends, also by a failure", async () => {
  const fresh = new FreshFirst(HOUR_MS, HOUR_MS);
  await fresh.runAfter(() => wait(TOOK_MS));
  await fresh.runAfter(nothing);

  const order: string[] = [];
  const [first, last] = [makeGate(), makeGate()];
  const done = fresh.runFresh(() => first.opened);
  const broken = fresh.runFresh(() => last.opened.then(() => Promise.reject(new Error("broken"))));
  const analysis = fresh.runAfter(() => Promise.resolve(void order.push("analysis")));
  first.open();
  await done;
  order.push("first");
  last.open();
  await expect(broken).rejects.toThrow("broken");
  await analysis;
  expect(order).toEqual(["first", "analysis"]);
});
