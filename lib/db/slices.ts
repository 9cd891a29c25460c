/** The longest computation without a pause, in milliseconds. */
const SLICE_MS = 10;

/** Those who pause go on one after the other, one each round of the event loop: many at once would else keep others waiting. */
const shared = globalThis as { sightglassPausing?: (() => void)[] };
const pausing = (shared.sightglassPausing ??= []);

/** Resolves when it is the caller's round: before a computation that cannot pause. */
export function nextRound(): Promise<void> {
  return new Promise((goOn) => {
    pausing.push(goOn);
    if (pausing.length === 1) setImmediate(goOnWithFirst);
  });
}

function goOnWithFirst(): void {
  const [first] = pausing;
  first?.();
  pausing.shift();
  if (pausing.length > 0) setImmediate(goOnWithFirst);
}

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
    await nextRound();
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
export function inSlices<T>(steps: Generator<unknown, T>): Promise<T> {
  return new Slices().run(steps);
}

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
