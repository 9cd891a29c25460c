import type { FindingKind } from "../rule/finding";
import { COVERAGE_KINDS } from "./coverage";
import { EVICTION_KINDS } from "./evictions";
import { EVIDENCE_KINDS } from "./evidence";
import { GOVERNANCE_KINDS } from "./governance";
import { GROWTH_KINDS } from "./growth";
import { INTEGRITY_KINDS } from "./integrity";
import { LINT_KINDS } from "./lint";

const KINDS = [
  ...GROWTH_KINDS,
  ...EVIDENCE_KINDS,
  ...EVICTION_KINDS,
  ...INTEGRITY_KINDS,
  ...LINT_KINDS,
  ...GOVERNANCE_KINDS,
  ...COVERAGE_KINDS,
] as const;

export type FindingCode = (typeof KINDS)[number]["code"];

/** Without the rules that find them, in the order of the rules. */
export const FINDING_KINDS: readonly FindingKind[] = KINDS;

const BY_CODE: ReadonlyMap<string, FindingKind> = new Map(KINDS.map((kind) => [kind.code, kind]));

/** Undefined for findings of a model or of another version. */
export function findKindWithCode(code: string): FindingKind | undefined {
  return BY_CODE.get(code);
}

export function getFindingKind(code: FindingCode): FindingKind {
  const kind = findKindWithCode(code);
  if (kind === undefined) throw new RangeError(`no kind of finding has the code ${code}`);
  return kind;
}
