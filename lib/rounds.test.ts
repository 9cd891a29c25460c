import { expect, it } from "vitest";
import type { RoundKind } from "./rounds";
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

it("lets those pass who are waited for right now, and what was sent and what has paused alternate", async () => {
  const order = new Rounds();
  const done: string[] = [];
  const take = async (kind: RoundKind, name: string) => {
    await order.take(kind);
    done.push(name);
  };
  await Promise.all([
    ...["p1", "p2", "p3"].map((name) => take("paused", name)),
    ...["f1", "f2", "f3", "f4", "f5"].map((name) => take("fresh", name)),
    ...["u1", "u2"].map((name) => take("urgent", name)),
  ]);
  expect(done).toEqual(["u1", "u2", "f1", "p1", "f2", "p2", "f3", "p3", "f4", "f5"]);
});
