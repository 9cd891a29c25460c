import type { Evidence } from "../evidence/edge";
import { RateCard } from "../pricing/rate-card";
import type { Recording } from "../trace/fold/recording";
import { makeOnceInSteps } from "../once";
import type { InSteps } from "../steps";
import { computeBillInSteps } from "./bill";
import type { SessionBill } from "./bill-parts";
import { findBreaksInSteps } from "./breaks";
import { findLastUses } from "./last-uses";
import type { ProvedBreak } from "./prove-causes";
import { proveCausesInSteps } from "./prove-causes";

export interface BilledRecording {
  readonly recording: Recording;
  readonly evidence: Pick<Evidence, "edges">;
}

/** A bill and its losses that can be asked for at once, or in steps. */
export interface HeldBill {
  (): SessionBill;
  inSteps(): InSteps<SessionBill>;
}

/**
 * The bill of a recording's own turns, at the project's prices. It is made when it is first asked for, and once: rules, cards and
 * the account read the same.
 */
export function holdBill({ recording, evidence }: BilledRecording): HeldBill {
  const bill = makeOnceInSteps(({ session, models = [], ownFrom }: Recording) =>
    computeBillInSteps(session, new RateCard(session.meta.model, models), findLastUses(evidence), ownFrom),
  );
  return Object.assign(() => bill(recording), { inSteps: () => bill.inSteps(recording) });
}

const proved = new WeakMap<SessionBill, readonly ProvedBreak[]>();

/** The losses of a bill, each with the cause that the checker proves: worked out once, a turn or a loss per step. */
export function* proveLossesInSteps(
  recording: Recording,
  bill: SessionBill,
): InSteps<readonly ProvedBreak[]> {
  const cached = proved.get(bill);
  if (cached !== undefined) return cached;
  const losses = yield* proveCausesInSteps(recording, yield* findBreaksInSteps(recording.session, bill));
  proved.set(bill, losses);
  return losses;
}
