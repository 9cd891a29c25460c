import { isByItself } from "../trace/by-itself";
import type { Compaction, Eviction } from "../trace/session";

export const TRIGGERS = ["automatic", "manual", "provider", "hidden"] as const;
export type CutTrigger = (typeof TRIGGERS)[number];

/** A provider names an edit of its own by what it does and the day of its version: `compact_20260112`. */
const PROVIDER_EDIT = /_20\d{6}$/;
const BY_HAND = /^(?:manual|user)/i;

/**
 * Who began a cut, as far as it is on record: the program by itself, somebody by hand, the provider, or nobody who said so, so that
 * only the windows show it. `null` where the program reports the cut and not why.
 */
export function findTrigger(
  compaction: Pick<Compaction, "trigger" | "cause"> | null,
  eviction: Pick<Eviction, "cause"> | undefined,
): CutTrigger | null {
  const statedTrigger = compaction?.trigger ?? "";
  if (isByItself(statedTrigger)) return "automatic";
  if (BY_HAND.test(statedTrigger)) return "manual";
  const cause = compaction?.cause ?? eviction?.cause;
  if (cause === undefined) return null;
  const words = [cause.policy, cause.rule];
  if (words.some((word) => word !== null && PROVIDER_EDIT.test(word))) return "provider";
  if (cause.provenance === "derived" || cause.provenance === "inferred") return "hidden";
  return statedTrigger !== "" || cause.policy !== null ? "automatic" : null;
}
