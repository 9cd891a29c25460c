import { setImmediate } from "node:timers/promises";

/** How long a computation may keep the process to itself. */
const SLICE_MS = 15;

/** Runs a computation to its end, letting other work of the process pass in between. */
export async function inTurns<T>(steps: Generator<void, T>): Promise<T> {
  let began = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (performance.now() - began < SLICE_MS) continue;
    await setImmediate();
    began = performance.now();
  }
}

/** Does something with each item, letting other work of the process pass in between. */
export async function eachInTurns<T>(
  items: Iterable<T>,
  work: (item: T, index: number) => void,
): Promise<void> {
  await inTurns(
    (function* steps() {
      let index = 0;
      for (const item of items) {
        work(item, index++);
        yield;
      }
    })(),
  );
}
