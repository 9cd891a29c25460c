import type { Session } from "@/lib/core/trace/session";
import type { Figure } from "@/lib/core/trace/turn-figures";
import type { Tokens } from "@/lib/core/units";

export interface RunScale {
  readonly reported: Tokens;
  readonly counted: Tokens;
}

/**
 * The ratio between what the run says it sent and what is counted for the same requests. It covers the model's own
 * tokenizer and the part of a request that the recording does not show. `null` if the run reports no total, if single
 * calls report usage (sizes are calibrated by that), or if the total is for other requests than the recorded ones.
 */
export function runScale({ meta, turns }: Session): RunScale | null {
  const { tokensSent: reported, calls } = meta.reported ?? { tokensSent: null, calls: null };
  if (reported === null || (calls !== null && calls !== turns.length)) return null;
  if (turns.some(({ usage, window }) => (usage?.input ?? null) !== null || !window.known)) return null;
  const countedTokens = turns.reduce((sum, { window }) => sum + (window.tokens.value ?? 0), 0);
  return countedTokens === 0 ? null : { reported, counted: countedTokens };
}

/** What the run says that it sent in all. */
export function readReportedSent({ meta }: Session): Figure {
  const value = meta.reported?.tokensSent ?? null;
  return { value, provenance: value === null ? "unavailable" : "measured" };
}

/** What a run under another policy would have reported for `sentTokens` counted tokens, by the recording's own scale. */
export function scaleSent(session: Session, sentTokens: Tokens): Figure {
  const scale = runScale(session);
  return scale === null
    ? { value: null, provenance: "unavailable" }
    : { value: Math.round((sentTokens * scale.reported) / scale.counted), provenance: "estimated" };
}
