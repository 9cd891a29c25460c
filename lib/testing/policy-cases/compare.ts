import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { z } from "zod";
import { isRecord } from "@/lib/core/is-record";

const REMARKS: ReadonlySet<string> = new Set(["note"]);

const textDigest = z.strictObject({
  len: z.number(),
  head: z.string(),
  tail: z.string(),
  sha256: z.string(),
});

/** How to compare values whose source does not promise equality. */
export interface Tolerance {
  readonly tolerance?: Readonly<Record<string, number>>;
}

/** The first difference between the expected and the actual value, as "path: …"; `null` if there is none. */
export function firstDifference(
  expected: unknown,
  actual: unknown,
  { tolerance = {} }: Tolerance = {},
  path = "",
): string | null {
  if (isNear(expected, actual, tolerance[lastKey(path)])) return null;
  const digest = textDigest.safeParse(expected);
  if (digest.success) return differsFromDigest(digest.data, actual, path);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return differs(path, expected, actual);
    if (expected.length !== actual.length) return differs(`${path}.length`, expected.length, actual.length);
    return firstOf(
      expected.map((item, i) => [item, actual[i], `${path}[${i}]`]),
      tolerance,
    );
  }
  if (isRecord(expected) && isRecord(actual)) {
    const keys = Object.keys(expected).filter((key) => !REMARKS.has(key));
    return firstOf(
      keys.map((key) => [expected[key], actual[key], path === "" ? key : `${path}.${key}`]),
      tolerance,
    );
  }
  return differs(path, expected, actual);
}

function firstOf(
  pairs: readonly (readonly [expected: unknown, actual: unknown, path: string])[],
  tolerance: Readonly<Record<string, number>>,
): string | null {
  for (const [expected, actual, path] of pairs) {
    const difference = firstDifference(expected, actual, { tolerance }, path);
    if (difference !== null) return difference;
  }
  return null;
}

function isNear(expected: unknown, actual: unknown, relative = 0): boolean {
  if (expected === actual) return true;
  if (typeof expected !== "number" || typeof actual !== "number") return false;
  return Math.abs(expected - actual) <= Math.abs(expected) * relative;
}

function differsFromDigest(digest: z.infer<typeof textDigest>, actual: unknown, path: string): string | null {
  if (typeof actual !== "string") return differs(path, digest, actual);
  const { length } = actual;
  const same =
    length === digest.len &&
    actual.startsWith(digest.head) &&
    actual.endsWith(digest.tail) &&
    bytesToHex(sha256(new TextEncoder().encode(actual))) === digest.sha256;
  return same
    ? null
    : differs(path, digest, { len: length, head: actual.slice(0, 40), tail: actual.slice(-120) });
}

function differs(path: string, expected: unknown, actual: unknown): string {
  return `${path || "result"}: expected ${brief(expected)}, got ${brief(actual)}`;
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

function lastKey(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}
