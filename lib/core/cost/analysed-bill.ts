import type { Evidence } from "../evidence/edge";
import { RateCard } from "../pricing/rate-card";
import type { Recording } from "../trace/fold/recording";
import { onceInSteps } from "../once";
import type { InSteps } from "../steps";
import { billInSteps } from "./bill";
import type { SessionBill } from "./bill-parts";
import { findLastUses } from "./last-uses";

export interface BilledRecording {
  readonly recording: Recording;
  readonly evidence: Pick<Evidence, "edges">;
}

/** At once, or in steps. */
export interface HeldBill {
  (): SessionBill;
  inSteps(): InSteps<SessionBill>;
}

/**
 * The bill of a recording's own turns, at the project's prices. It is made when it is first asked for, and once: rules, cards and
 * the account read the same.
 */
export function holdBill({ recording, evidence }: BilledRecording): HeldBill {
  const bill = onceInSteps(({ session, models = [], ownFrom }: Recording) =>
    billInSteps(session, new RateCard(session.meta.model, models), findLastUses(evidence), ownFrom),
  );
  return Object.assign(() => bill(recording), { inSteps: () => bill.inSteps(recording) });
}
