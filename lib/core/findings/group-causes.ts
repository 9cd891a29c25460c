import { formatCount, formatDigits } from "../digits";
import { groupBy } from "../group-by";
import { findKindWithCode } from "./kinds";
import type { Finding } from "./rule/finding";

type Caused = Pick<Finding, "code" | "numbers"> & {
  readonly id?: string | undefined;
  readonly cause?: string | null | undefined;
  readonly about?: string | null | undefined;
};

const NAMED_MAX = 3;

/** Findings of one code behind the first of their cause. */
export interface CausePart {
  readonly code: string;
  readonly title: string;
  readonly times: number;
  /** What they cost together; `null` where they say no tokens. */
  readonly tokens: number | null;
  /** What they are about, those that broke or cost most first; not all. */
  readonly about: readonly string[];
}

export interface CauseGroup<F> {
  /** What is told of the cause. */
  readonly lead: F;
  readonly others: readonly F[];
  /** The others by code, in their order. */
  readonly parts: readonly CausePart[];
}

/**
 * Findings by their cause, in the order of the analysis: by what they broke or cost. Every view and answer
 * that tells causes makes them here.
 *
 *     silent    82,000 tokens   cause silent
 *     refetch   9,000 tokens    cause silent     →  silent, with "2 × Fetched again (20,600 tokens): a.ts, b.ts"
 *     refetch   11,600 tokens   cause silent
 *     spike                     cause spike      →  spike
 */
export function groupCauses<F extends Caused>(findings: readonly F[]): CauseGroup<F>[] {
  const causes = groupBy(
    findings.map((finding, no) => ({ finding, cause: finding.cause ?? finding.id ?? `no ${no}` })),
    ({ cause }) => cause,
  );
  return [...causes.values()].flatMap((group) => {
    const [lead, ...consequences] = group.map(({ finding }) => finding);
    return lead === undefined ? [] : [{ lead, others: consequences, parts: listParts(consequences) }];
  });
}

/** Findings by code, each with what they cost together and what they are about. */
export function listParts(consequences: readonly Caused[]): CausePart[] {
  return [...groupBy(consequences, ({ code }) => code)].map(([code, findings]) => {
    const tokens = findings.flatMap(({ numbers }) => numbers["tokens"] ?? []);
    return {
      code,
      title: findKindWithCode(code)?.title ?? code,
      times: findings.length,
      tokens: tokens.length === 0 ? null : tokens.reduce((sum, count) => sum + count, 0),
      about: [...new Set(findings.flatMap(({ about }) => about ?? []))].slice(0, NAMED_MAX),
    };
  });
}

/** "with it: 15 × Fetched again (20,600 tokens): a.ts, b.ts, c.ts"; empty where nothing came of it. */
export function partsWords(parts: readonly CausePart[]): string {
  return parts.length === 0 ? "" : `with it: ${parts.map(describePart).join("; ")}`;
}

/** "2 × Fetched again (20,600 tokens): a.ts, b.ts". */
export function describePart({ title, times, tokens, about }: CausePart): string {
  const size = tokens === null ? "" : ` (${formatCount(tokens, "token")})`;
  return `${formatDigits(times)} × ${title}${size}${about.length === 0 ? "" : `: ${about.join(", ")}`}`;
}

/** What was found, and what came of it. */
export function causeSentence(sentence: string, parts: readonly CausePart[]): string {
  const words = partsWords(parts);
  return words === "" ? sentence : `${sentence} ${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
