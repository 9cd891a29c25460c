import { z } from "zod";
import type { Signal } from "./coverage/signals";
import { SIGNALS } from "./coverage/signals";
import type { Severity } from "./finding";
import { SEVERITIES } from "./finding";

/**
 * What a session has to keep to pass. A limit is for a code (`call.loop`), for all codes of a prefix (`evidence.*`) or for
 * a severity (`serious`). A signal that is required must be seen or derived: without it a missing finding says nothing.
 */
export const contractSchema = z
  .strictObject({
    limits: z
      .record(
        z
          .string()
          .max(80)
          .regex(
            /^([a-z_]+\.[a-z_]+|[a-z_]+\.\*|note|warning|serious)$/,
            "expected a code, a prefix with .* or a severity",
          ),
        z.int().min(0),
      )
      .default({ serious: 0 }),
    require: z.array(z.enum(SIGNALS)).max(SIGNALS.length).default([]),
  })
  .prefault({});
export type Contract = z.output<typeof contractSchema>;
export const DEFAULT_CONTRACT: Contract = contractSchema.parse({});

/** How many findings a session has, by code and by severity. */
export interface FindingCounts {
  readonly byCode: Readonly<Record<string, number>>;
  readonly bySeverity: Readonly<Partial<Record<Severity, number>>>;
}

export interface LimitResult {
  readonly limit: string;
  readonly atMost: number;
  readonly found: number;
  readonly kept: boolean;
}

/** `pass`, `fail`, or `unknown` when a signal that is required is not there and no limit is broken. */
export interface GateResult {
  readonly verdict: "pass" | "fail" | "unknown";
  readonly limits: readonly LimitResult[];
  readonly missing: readonly string[];
}

/** Holds the findings of a session against a contract. */
export function judge(
  counts: FindingCounts,
  signals: readonly Signal[],
  { limits, require }: Contract = DEFAULT_CONTRACT,
): GateResult {
  const results = Object.entries(limits).map(([limit, atMost]) => {
    const found = countOf(counts, limit);
    return { limit, atMost, found, kept: found <= atMost };
  });
  const known = new Set(signals.flatMap(({ signal, state }) => (state === "unseen" ? [] : [signal])));
  const missing = require.filter((signal) => !known.has(signal));
  const verdict = results.some(({ kept }) => !kept) ? "fail" : missing.length > 0 ? "unknown" : "pass";
  return { verdict, limits: results, missing };
}

function countOf({ byCode, bySeverity }: FindingCounts, limit: string): number {
  const severity = SEVERITIES.find((word) => word === limit);
  if (severity !== undefined) return bySeverity[severity] ?? 0;
  const matches = limit.endsWith(".*")
    ? (code: string) => code.startsWith(limit.slice(0, -1))
    : (code: string) => code === limit;
  return Object.entries(byCode).reduce((sum, [code, n]) => (matches(code) ? sum + n : sum), 0);
}
