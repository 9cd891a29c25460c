import type { HeldBill } from "../../cost/analysed-bill";
import type { Claim } from "../../proof/claim";
import type { Evidence } from "../../evidence/edge";
import type { Plan } from "../../evidence/plan/steps/plan";
import type { Recording } from "../../trace/fold/recording";
import type { FactsStated } from "../../trace/fact";
import type { Session } from "../../trace/session";
import type { Finding, FindingKind, Severity } from "./finding";
import type { FINDING_FACTS } from "./finding-facts";
import type { SessionIndex } from "./session-index";
import type { FindingSettings } from "./settings";

export interface FindingInput {
  readonly session: Session;
  readonly recording: Recording;
  readonly index: SessionIndex;
  readonly plans: readonly Plan[];
  readonly evidence: Evidence;
  readonly settings: FindingSettings;
  /** What its own turns cost. */
  readonly bill: HeldBill;
}

/**
 * One case of a rule, without the fields that are the same for all cases. It is stored only if all its claims hold.
 * `suspected` marks a case that is read from prose although other cases of its rule are proved.
 */
export type Case = Pick<Finding, "from" | "to" | "proof"> &
  Omit<FactsStated<typeof FINDING_FACTS>, "advice" | "claims" | "cause"> & {
    readonly severity?: Severity;
    readonly advice?: string;
    readonly suspected?: boolean;
    readonly claims?: readonly Claim[];
  };

/**
 * `find` is deterministic, and its work is linear in the session. It returns nothing where it has nothing to
 * go by. Between two cases other work may go on. A rule that reads much before its first case also gives way in between: it
 * yields `undefined` after each bounded piece of work.
 */
export interface FindingRule extends FindingKind {
  find(input: FindingInput): Iterable<Case | undefined>;
}
