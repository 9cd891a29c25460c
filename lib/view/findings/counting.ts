import type { ListedFindingInput } from "../answers";
import type { Severity } from "@/lib/core/findings/rule/finding";
import { countedAs } from "@/lib/core/findings/counted";

/** The severity with which a finding counts on pages; `null` where it does not count. */
export function countsAs({
  standing = "proved",
  severity,
  verdict,
}: Pick<ListedFindingInput, "standing" | "severity" | "verdict">): Severity | null {
  return countedAs({ standing, severity }, verdict?.verdict ?? null)?.severity ?? null;
}
