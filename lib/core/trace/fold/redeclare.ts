import type { TurnIndex } from "../../units";
import { defaultTrust } from "../../vocabulary";
import type { Redeclared } from "../session";
import type { PartialStatement, RegisteredBlock } from "./registered-block";

/**
 * @returns 1 if a text of the block was known under another kind, so that sums by kind are now wrong; else 0
 */
export function classify(block: RegisteredBlock, { kind, trust, since }: Redeclared): 0 | 1 {
  const isReclassified = block.versions.length > 0 && block.kind !== kind;
  block.kind = kind;
  block.trust = trust;
  block.since = since;
  return isReclassified ? 1 : 0;
}

/**
 * A definition that was read ahead of its place counts as the later one.
 * @returns as {@link classify}
 */
export function redeclare(block: RegisteredBlock, statement: PartialStatement, since: TurnIndex): 0 | 1 {
  const other = redeclaredBy(block, statement, since);
  if (other === null) return 0;
  if (since >= block.since) {
    block.redeclared.push(other);
    return 0;
  }
  block.redeclared.push({ kind: block.kind, trust: block.trust, since: block.since });
  return classify(block, other);
}

/** `null` if an earlier statement gave the block both the same kind and the same trust. */
export function redeclaredBy(
  block: RegisteredBlock,
  { kind = block.kind, trust: stated }: PartialStatement,
  since: TurnIndex,
): Redeclared | null {
  if (!block.defined) return null;
  const goesOn = kind === block.kind && since >= block.since;
  const trust = stated ?? (goesOn ? block.trust : defaultTrust(kind));
  const isKnown = [block, ...block.redeclared].some((one) => one.kind === kind && one.trust === trust);
  return isKnown ? null : { kind, trust, since };
}
