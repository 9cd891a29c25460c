import type { ListedFindingInput } from "../answers";
import type { Severity } from "@/lib/core/findings/rule/finding";
import { findMoment } from "@/lib/core/findings/kinds/moment";
import { decideCounted } from "@/lib/core/findings/counted";

/** The severity with which a finding counts on pages; `null` where it does not count. */
export function findCountedSeverity({
  standing = "proved",
  severity,
  verdict,
}: Pick<ListedFindingInput, "standing" | "severity" | "verdict">): Severity | null {
  return decideCounted({ standing, severity }, verdict?.verdict ?? null)?.severity ?? null;
}

/**
 * Identifies a finding while its session grows. Its sentence and its end may still change, so they are not part of the
 * key.
 */
export function makeFindingKey({ code, fromTurn }: Pick<ListedFindingInput, "code" | "fromTurn">): string {
  return `${code} ${fromTurn}`;
}

/** The turn at which a finding happened. */
export function pickFindingTurn({
  family,
  fromTurn: from,
  toTurn: to,
}: Pick<ListedFindingInput, "family" | "fromTurn" | "toTurn">): number {
  return findMoment({ family, from, to });
}
