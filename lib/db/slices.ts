import { setImmediate } from "node:timers/promises";

const SLICE_MS = 8;

/** Work that lets the process do something else when it has computed for some milliseconds. */
export class Slices {
  private end = performance.now() + SLICE_MS;

  /** To be called between two pieces of the work. */
  async pause(): Promise<void> {
    if (performance.now() < this.end) return;
    await setImmediate();
    this.end = performance.now() + SLICE_MS;
  }
}
