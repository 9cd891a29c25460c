import { groupBy } from "../../group-by";
import { caseFile, type PolicyCase } from "./case-file";
import { firstDifference } from "./compare";
import { CASE_FAMILIES } from "./families";
import type { CaseFamily } from "./family";

/** What became of one case; `failure` says where the result differs, null where it does not. */
export interface CaseOutcome {
  readonly id: string;
  readonly policy: string;
  readonly failure: string | null;
}

/** Runs a parsed case file. A policy without a family fails; a case that cannot be run fails with the reason. */
export function runCases(file: unknown, families: readonly CaseFamily[] = CASE_FAMILIES): CaseOutcome[] {
  const byPolicy = new Map(families.map((family) => [family.policy, family]));
  return caseFile.parse(file).cases.map((one) => ({
    id: one.id,
    policy: one.policy,
    failure: failureOf(one, byPolicy.get(one.policy)),
  }));
}

function failureOf(one: PolicyCase, family: CaseFamily | undefined): string | null {
  if (family === undefined) return `the policy ${one.policy} is not known`;
  try {
    return firstDifference(one.expected, family.run(one.input), family.comparison);
  } catch (error) {
    return `could not be run: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Passed and failed cases of one policy. */
export interface CaseTally {
  readonly policy: string;
  readonly passed: number;
  readonly failed: number;
}

/** Counts by policy, in the order in which the file names them. */
export function tallyCases(outcomes: readonly CaseOutcome[]): CaseTally[] {
  return [...groupBy(outcomes, (outcome) => outcome.policy)].map(([policy, ofPolicy]) => {
    const failed = ofPolicy.filter((outcome) => outcome.failure !== null).length;
    return { policy, passed: ofPolicy.length - failed, failed };
  });
}
