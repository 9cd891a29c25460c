import type { FindingKind, Tier } from "../rule/finding";
import { kindWithCode } from "./index";

/** A rule is established by a true case, and by nothing else. */
export function tierOf({ seenIn }: Pick<FindingKind, "seenIn">): Tier {
  return seenIn === null ? "experimental" : "established";
}

/** What a model judged, and what another version found, is not held back. */
export function isExperimental(code: string): boolean {
  const kind = kindWithCode(code);
  return kind !== undefined && tierOf(kind) === "experimental";
}
