import pLimit from "p-limit";

export const BASE = process.env.BENCH_URL ?? "";

/** @returns the status and the milliseconds until the answer */
export async function post(path: string, body: string, base = BASE): Promise<{ status: number; ms: number }> {
  const started = performance.now();
  const response = await fetch(`${base}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - started };
}

/**
 * Reads the whole answer.
 * @returns the status, the milliseconds, and the text
 */
export async function get(path: string): Promise<{ status: number; ms: number; text: string }> {
  const started = performance.now();
  const response = await fetch(`${BASE}${path}`);
  const text = await response.text();
  return { status: response.status, ms: performance.now() - started, text };
}

export function computeQuantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Runs `many` at a time. */
export async function runFewAtOnce<T>(
  items: readonly T[],
  many: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const limit = pLimit(many);
  await Promise.all(items.map((item) => limit(() => work(item))));
}
