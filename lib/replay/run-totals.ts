import type { Figure, Session } from "@/lib/core/trace/session";
import type { Tokens } from "@/lib/core/units";

/** A run's own total against what is counted of its windows. */
export interface RunScale {
  /** Tokens sent as the run reported them. */
  readonly reported: Tokens;
  /** The same requests, counted. */
  readonly counted: Tokens;
}

/**
 * What the run says it sent over what is counted of the same requests: its own model's tokens for one of ours, and what
 * the recording does not show of a request. Null where the run reports no total, where single calls say what they used
 * (then sizes are calibrated by those), and where the total is not of the requests that the recording shows.
 */
export function runScale({ meta, turns }: Session): RunScale | null {
  const { tokensSent: reported, calls } = meta.reported ?? { tokensSent: null, calls: null };
  if (reported === null || (calls !== null && calls !== turns.length)) return null;
  if (turns.some(({ usage, window }) => (usage?.input ?? null) !== null || !window.known)) return null;
  const counted = turns.reduce((sum, { window }) => sum + (window.tokens.value ?? 0), 0);
  return counted === 0 ? null : { reported, counted };
}

/** The total that the run itself reported. */
export function reportedSent({ meta }: Session): Figure {
  const value = meta.reported?.tokensSent ?? null;
  return { value, provenance: value === null ? "unavailable" : "measured" };
}

/** What a run under another policy would have reported for `sent` counted tokens, by the recording's own scale. */
export function scaledSent(session: Session, sent: Tokens): Figure {
  const scale = runScale(session);
  return scale === null
    ? { value: null, provenance: "unavailable" }
    : { value: Math.round((sent * scale.reported) / scale.counted), provenance: "estimated" };
}
