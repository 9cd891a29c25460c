import type { Evidence } from "../../evidence/edge";
import type { Plan } from "../../evidence/plan/steps/plan";
import type { Recording } from "../../trace/fold/recording";
import type { Session } from "../../trace/session";
import type { Finding, FindingKind, Severity } from "./finding";
import type { SessionIndex } from "./session-index";
import type { FindingSettings } from "./settings";

/** What a rule reads. Total over any session: a rule answers with nothing where it has nothing to go by. */
export interface FindingInput {
  readonly session: Session;
  readonly recording: Recording;
  readonly index: SessionIndex;
  readonly plans: readonly Plan[];
  readonly evidence: Evidence;
  readonly settings: FindingSettings;
}

/** What a rule says of one case; the code, and what the rule always says, are added for it. */
export type Case = Omit<Finding, "code" | "severity" | "advice"> & {
  readonly severity?: Severity;
  readonly advice?: string;
};

/** Finds one kind of finding. `find` is deterministic, and its work is linear in the session. */
export interface FindingRule extends FindingKind {
  find(input: FindingInput): Iterable<Case>;
}
