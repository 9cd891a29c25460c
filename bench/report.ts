import { appendFileSync } from "node:fs";

export interface Promise_ {
  readonly what: string;
  readonly value: number;
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** Without a bound. */
export function note(what: string, value: string): void {
  console.log(`  ${what.padEnd(58)} ${value}`);
}

export function hold({ what, value, atMost, atLeast }: Promise_): void {
  const kept = (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast);
  const bound = atMost !== undefined ? `at most ${atMost}` : `at least ${atLeast ?? ""}`;
  console.log(`${kept ? "✓" : "✗"} ${what.padEnd(58)} ${value.toFixed(3)}  (${bound})`);
  if (!kept) process.exitCode = 1;
  const file = process.env.BENCH_RATIOS;
  if (file !== undefined && what.includes("÷"))
    appendFileSync(file, `${JSON.stringify({ what, value, isBetterHigh: atLeast !== undefined })}\n`);
}

export async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
