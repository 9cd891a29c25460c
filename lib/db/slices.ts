import { nextRound } from "@/lib/rounds";

/** The longest computation without a pause, in milliseconds. */
const SLICE_MS = 10;

/** Work that pauses for the rest of the process after some milliseconds of computing. */
export class Slices {
  private end = performance.now() + SLICE_MS;

  private get isOver(): boolean {
    return performance.now() >= this.end;
  }

  pause(): Promise<void> | undefined {
    return this.isOver ? this.giveWay() : undefined;
  }

  private async giveWay(): Promise<void> {
    await nextRound("paused");
    this.end = performance.now() + SLICE_MS;
  }

  async run<T>(steps: Generator<unknown, T>): Promise<T> {
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return value;
      if (this.isOver) await this.pause();
    }
  }
}

/** Other work of the process runs in between. */
export function runInSlices<T>(steps: Generator<unknown, T>): Promise<T> {
  return new Slices().run(steps);
}

/** Runs the same work for each item, with other work of the process in between. */
export function runEachInSlices<T>(
  items: Iterable<T>,
  work: (item: T, index: number) => void,
): Promise<void> {
  return runInSlices(
    (function* steps() {
      let index = 0;
      for (const item of items) {
        work(item, index++);
        yield;
      }
    })(),
  );
}
