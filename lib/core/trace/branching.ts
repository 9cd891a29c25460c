import type { Cause } from "./cause";

/** The rule of a reported edit by which the session goes on from an earlier state of itself. */
export const BRANCH_RULE = "branch";

/**
 * Whether something left because the session went on from an earlier state: it stands on another branch, and no policy took it
 * away.
 */
export function isBranching({ rule, provenance }: Cause): boolean {
  return rule === BRANCH_RULE && provenance === "reported";
}
