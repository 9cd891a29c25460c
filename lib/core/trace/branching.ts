import type { Cause } from "./cause";

/** The rule of a reported edit by which the session goes on from an earlier state of itself. */
export const BRANCH_RULE = "branch";

/** What left in this way stands on another branch of the session. No policy took it away. */
export function isBranching({ rule, provenance }: Cause): boolean {
  return rule === BRANCH_RULE && provenance === "reported";
}
