/** A figure that the project promises, with the bound that it has to keep. */
export interface Promise_ {
  readonly what: string;
  readonly value: number;
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** Prints a line of measurements that are not promised anything, for the reader. */
export function note(what: string, value: string): void {
  console.log(`  ${what.padEnd(58)} ${value}`);
}

/** Prints a promised figure with its bound, and makes the run fail when the bound is broken. */
export function hold({ what, value, atMost, atLeast }: Promise_): void {
  const kept = (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast);
  const bound = atMost !== undefined ? `at most ${atMost}` : `at least ${atLeast ?? ""}`;
  console.log(`${kept ? "✓" : "✗"} ${what.padEnd(58)} ${value.toFixed(3)}  (${bound})`);
  if (!kept) process.exitCode = 1;
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
