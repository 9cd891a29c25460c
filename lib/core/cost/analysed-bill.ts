import type { Evidence } from "../evidence/edge";
import { RateCard } from "../pricing/rate-card";
import type { Recording } from "../trace/fold/recording";
import { billOf } from "./bill";
import type { SessionBill } from "./bill-parts";
import { findLastUses } from "./last-uses";

export interface BilledRecording {
  readonly recording: Recording;
  readonly evidence: Pick<Evidence, "edges">;
}

/**
 * The bill of a recording's own turns, at the project's prices. It is made when it is first asked for, and once: rules, cards and
 * the account read the same.
 */
export function holdBill({ recording, evidence }: BilledRecording): () => SessionBill {
  let bill: SessionBill | null = null;
  return () => {
    const { session, models = [], ownFrom } = recording;
    bill ??= billOf(session, new RateCard(session.meta.model, models), findLastUses(evidence), ownFrom);
    return bill;
  };
}
