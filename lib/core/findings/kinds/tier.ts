import type { FindingKind, Tier } from "../rule/finding";
import { findKindWithCode } from "./index";

/** A rule is established by a true case, and by nothing else. */
export function getTier({ seenIn }: Pick<FindingKind, "seenIn">): Tier {
  return seenIn === null ? "experimental" : "established";
}

/** What a model judged, and what another version found, is not held back. */
export function isExperimental(code: string): boolean {
  const kind = findKindWithCode(code);
  return kind !== undefined && getTier(kind) === "experimental";
}
