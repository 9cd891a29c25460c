import { z } from "zod";
import { groupBy } from "@/lib/core/group-by";
import { PLAINLY, describeIssue } from "@/lib/core/plain-issues";
import { caseFile, type PolicyCase, policyCase } from "./case-file";
import { firstDifference } from "./compare";
import { CASE_FAMILIES } from "./families";
import type { CaseFamily } from "./family";

/** The outcome of one case. `failure` says where the result differs; `null` if it does not. */
export interface CaseOutcome {
  readonly id: string;
  readonly policy: string;
  readonly failure: string | null;
}

/** Runs a parsed case file. A policy without a family fails. A case that cannot be run fails with the reason. */
export function runCases(file: unknown, families: readonly CaseFamily[] = CASE_FAMILIES): CaseOutcome[] {
  const byPolicy = new Map(families.map((family) => [family.policy, family]));
  return caseFile.parse(file).cases.map((raw, index) => {
    const read = policyCase.safeParse(raw, PLAINLY);
    if (!read.success) return notACase(raw, index, read.error);
    const { id, policy } = read.data;
    return { id, policy, failure: failureOf(read.data, byPolicy.get(policy)) };
  });
}

const labels = z.object({ id: z.string().optional(), policy: z.string().optional() }).catch({});

function notACase(raw: unknown, index: number, error: z.ZodError): CaseOutcome {
  const { id = `cases[${index}]`, policy = "(no policy)" } = labels.parse(raw);
  return { id, policy, failure: `is no case: ${describeIssue(error)}` };
}

function failureOf(one: PolicyCase, family: CaseFamily | undefined): string | null {
  if (family === undefined) return `the policy ${one.policy} is not known`;
  try {
    const expected = family.inOurWords?.(one.expected, one.input) ?? one.expected;
    return firstDifference(expected, family.run(one.input), family.comparison);
  } catch (error) {
    if (error instanceof z.ZodError) return `could not be run: ${describeIssue(error)}`;
    return `could not be run: ${error instanceof Error ? error.message : String(error)}`;
  }
}

export interface CaseTally {
  readonly policy: string;
  readonly passed: number;
  readonly failed: number;
}

/** Counts by policy, in the order of the file. */
export function tallyCases(outcomes: readonly CaseOutcome[]): CaseTally[] {
  return [...groupBy(outcomes, (outcome) => outcome.policy)].map(([policy, ofPolicy]) => {
    const failed = ofPolicy.filter((outcome) => outcome.failure !== null).length;
    return { policy, passed: ofPolicy.length - failed, failed };
  });
}
