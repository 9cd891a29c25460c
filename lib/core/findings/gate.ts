import { z } from "zod";
import type { CostFigures } from "../cost/cost-limits";
import { costLimitsSchema, UNKNOWN_COST } from "../cost/cost-limits";
import { readPlainly } from "../plain-issues";
import type { Signal } from "./signals";
import { SIGNALS } from "./signals";
import type { Severity } from "./rule/finding";
import { SEVERITIES } from "./rule/finding";
import { FINDING_KINDS } from "./kinds";
import { isExperimental } from "./kinds/tier";

/**
 * What a session must keep to pass. A limit is for a code (`call.loop`), for all codes of a prefix
 * (`evidence.*`), for a severity (`serious`), or for what is only `suspected`. Suspected findings count for no other
 * limit but one that names their code, and those of experimental rules for that one alone. `cost` limits the bill: "no more than 10 % written again" is
 * `{ rewrittenShare: 0.1 }`. A required signal must be seen or derived: without it a
 * missing finding proves nothing.
 */
export const contractSchema = z
  .strictObject({
    limits: z
      .record(z.string().max(80), z.int().min(0))
      .superRefine((limits, context) => {
        for (const limit of Object.keys(limits))
          if (!isLimit(limit)) context.addIssue({ code: "custom", path: [limit], message: EXPECTED_LIMIT });
      })
      .default({ serious: 0 }),
    cost: costLimitsSchema.default({}),
    require: z.array(z.enum(SIGNALS)).max(SIGNALS.length).default([]),
  })
  .prefault({});
export type Contract = z.output<typeof contractSchema>;
export const DEFAULT_CONTRACT: Contract = contractSchema.parse({});

const CODES = FINDING_KINDS.map(({ code }) => code);
const SUSPECTED = "suspected";
const EXPECTED_LIMIT = `expected a code that findings have, a prefix of codes with .*, a severity (${SEVERITIES.join(", ")}) or ${SUSPECTED}`;

/** Whether a limit is for a code that findings have: another one would let everything pass. */
function isLimit(limit: string): boolean {
  if (limit === SUSPECTED || SEVERITIES.some((word) => word === limit)) return true;
  const prefix = limit.endsWith(".*") ? limit.slice(0, -1) : null;
  return CODES.some((code) => (prefix === null ? code === limit : code.startsWith(prefix)));
}

export interface ContractProblem {
  readonly path: string;
  readonly message: string;
}

/** @returns the problems if the text is not a contract */
export function readContract(text: string): Contract | readonly ContractProblem[] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return [{ path: "", message: "expected JSON" }];
  }
  const parsed = readPlainly(contractSchema, content);
  if (parsed.ok) return parsed.data;
  return parsed.issues.map(({ path, message }) => ({ path: path.join("."), message }));
}

export function isContract(contract: ReturnType<typeof readContract>): contract is Contract {
  return !Array.isArray(contract);
}

export interface FindingCounts {
  readonly byCode: Readonly<Record<string, number>>;
  readonly bySeverity: Readonly<Partial<Record<Severity, number>>>;
  /** Suspected findings by code. The other counts leave them out. */
  readonly suspected: Readonly<Record<string, number>>;
}

/** A finding without its sentence, which quotes the trace: many people read the reports of pipelines. */
export interface CountedFinding {
  readonly code: string;
  /** The severity; `null` where the finding is only suspected. */
  readonly severity: Severity | null;
  readonly turn: number;
}

const EXAMPLES_MAX = 5;

export interface LimitResult {
  readonly limit: string;
  readonly atMost: number;
  /** The figure that was found; `null` where it is not known. */
  readonly found: number | null;
  readonly kept: boolean;
  /** The first findings that break it; `null` before the session was analysed. */
  readonly examples: readonly Pick<CountedFinding, "code" | "turn">[] | null;
}

/** `unknown` when a required signal or a limited figure is missing and no limit is broken. */
export interface GateResult {
  readonly verdict: "pass" | "fail" | "unknown";
  readonly limits: readonly LimitResult[];
  readonly missing: readonly string[];
}

/**
 * @param counts `null` before the session was analysed
 * @param listedFindings the findings that are listed, in the order of their harm
 * @param cost the figures of the session's bill
 */
export function judge(
  counts: FindingCounts | null,
  signals: readonly Signal[],
  { limits, cost: costLimits, require }: Contract = DEFAULT_CONTRACT,
  listedFindings: readonly CountedFinding[] = [],
  cost: CostFigures = UNKNOWN_COST,
): GateResult {
  const countedLimits = Object.entries(limits).map(([limit, atMost]): LimitResult => {
    if (counts === null) return { limit, atMost, found: null, kept: false, examples: null };
    const found = countOf(counts, limit);
    const isKept = found <= atMost;
    const broken = isKept ? [] : listedFindings.filter((finding) => isCounted(finding, limit));
    const examples = broken.slice(0, EXAMPLES_MAX).map(({ code, turn }) => ({ code, turn }));
    return { limit, atMost, found, kept: isKept, examples };
  });
  const results: LimitResult[] = [...countedLimits, ...judgeCost(costLimits, cost)];
  const seenSignals = new Set(signals.flatMap(({ signal, state }) => (state === "unseen" ? [] : [signal])));
  const missing = counts === null ? [] : require.filter((signal) => !seenSignals.has(signal));
  const isBroken = results.some(({ found, kept }) => found !== null && !kept);
  const isKnown = counts !== null && missing.length === 0 && results.every(({ found }) => found !== null);
  const verdict = isBroken ? "fail" : isKnown ? "pass" : "unknown";
  return { verdict, limits: results, missing };
}

/** Judges the limits of cost. A figure that is not known keeps no limit and breaks none. */
function judgeCost(limits: Contract["cost"], cost: CostFigures): LimitResult[] {
  return COST_LIMITS.flatMap((name) => {
    const [atMost, found] = [limits[name], cost[name]];
    if (atMost === undefined) return [];
    return [{ limit: `cost.${name}`, atMost, found, kept: found !== null && found <= atMost, examples: [] }];
  });
}

const COST_LIMITS = ["total", "rewrittenShare", "losses"] as const satisfies (keyof CostFigures)[];

function countOf({ byCode, bySeverity, suspected }: FindingCounts, limit: string): number {
  const severity = SEVERITIES.find((word) => word === limit);
  if (severity !== undefined) return bySeverity[severity] ?? 0;
  if (limit === SUSPECTED)
    return Object.entries(suspected).reduce((sum, [code, n]) => (isExperimental(code) ? sum : sum + n), 0);
  if (!limit.endsWith(".*")) return (byCode[limit] ?? 0) + (suspected[limit] ?? 0);
  return Object.entries(byCode).reduce((sum, [code, n]) => (isCode(code, limit) ? sum + n : sum), 0);
}

function isCounted({ code, severity }: CountedFinding, limit: string): boolean {
  if (severity === null) return limit === code || (limit === SUSPECTED && !isExperimental(code));
  return severity === limit || isCode(code, limit);
}

function isCode(code: string, limit: string): boolean {
  return limit.endsWith(".*") ? code.startsWith(limit.slice(0, -1)) : code === limit;
}
