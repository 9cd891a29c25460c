import type { Outcome } from "@/lib/core/vocabulary";

const SUBMITTED = /^submitted$/i;
const STOPPED = /exit_|limitsexceeded/i;

/**
 * For SWE-agent and mini-swe-agent. A submission says nothing about the task, which is judged elsewhere.
 * `null` without a status.
 */
export function readExitOutcome(status: string | undefined): { outcome: Outcome; reason: string } | null {
  if (status === undefined) return null;
  if (SUBMITTED.test(status)) {
    return {
      outcome: "unknown",
      reason: `${status}; the file does not say whether the submission solves the task`,
    };
  }
  return { outcome: STOPPED.test(status) ? "aborted" : "failed", reason: status };
}
