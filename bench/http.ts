/** Where the measured server is. */
export const BASE = process.env.BENCH_URL ?? "";

/** Posts JSON. @returns the status and how many milliseconds the answer took */
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

/** Gets an answer to its end. @returns the status, the milliseconds that it took, and its text */
export async function get(path: string): Promise<{ status: number; ms: number; text: string }> {
  const started = performance.now();
  const response = await fetch(`${BASE}${path}`);
  const text = await response.text();
  return { status: response.status, ms: performance.now() - started, text };
}

/** The value that this share of the values stays under. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Does work `many` at a time until there is no more of it. */
export async function fewAtOnce<T>(
  items: readonly T[],
  many: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  await Promise.all(
    Array.from({ length: many }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
    }),
  );
}
