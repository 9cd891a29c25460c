import { setImmediate } from "node:timers/promises";

/** How long a computation may keep the process to itself, in milliseconds. */
const SLICE_MS = 10;

/** Work that lets the process do something else when it has computed for some milliseconds. */
export class Slices {
  private end = performance.now() + SLICE_MS;

  private get isOver(): boolean {
    return performance.now() >= this.end;
  }

  /** To be called between two pieces of the work. */
  async pause(): Promise<void> {
    if (!this.isOver) return;
    await setImmediate();
    this.end = performance.now() + SLICE_MS;
  }

  /** Runs a computation to its end, with a pause where one is due. */
  async run<T>(steps: Generator<void, T>): Promise<T> {
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return value;
      if (this.isOver) await this.pause();
    }
  }
}

/** Runs a computation to its end, letting other work of the process pass in between. */
export function inSlices<T>(steps: Generator<void, T>): Promise<T> {
  return new Slices().run(steps);
}

/** Does something with each item, letting other work of the process pass in between. */
export function eachInSlices<T>(items: Iterable<T>, work: (item: T, index: number) => void): Promise<void> {
  return inSlices(
    (function* steps() {
      let index = 0;
      for (const item of items) {
        work(item, index++);
        yield;
      }
    })(),
  );
}
