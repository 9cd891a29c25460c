import { expect, it } from "vitest";
import { Rounds } from "./rounds";

it("lets one caller compute each round of the event loop, in their order, and others in between", async () => {
  const order = new Rounds();
  const done: string[] = [];
  const compute = async (name: string) => {
    await order.take();
    done.push(name);
    await order.take();
    done.push(`${name} again`);
  };
  const all = Promise.all(["a", "b", "c"].map(compute));
  let rounds = 0;
  const counting = (function count(): Promise<void> {
    return new Promise((resolve) =>
      setImmediate(() => {
        rounds++;
        resolve(done.length < 6 ? count() : undefined);
      }),
    );
  })();
  await all;
  await counting;
  expect(done).toEqual(["a", "b", "c", "a again", "b again", "c again"]);
  expect(rounds).toBeGreaterThanOrEqual(6);
});

it("lets those pass who are waited for right now", async () => {
  const order = new Rounds();
  const done: string[] = [];
  const take = async (name: string, isUrgent: boolean) => {
    await order.take(isUrgent);
    done.push(name);
  };
  await Promise.all([take("a", false), take("b", false), take("c", true), take("d", false), take("e", true)]);
  expect(done).toEqual(["c", "e", "a", "b", "d"]);
});
