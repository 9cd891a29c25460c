import type { LedgerRow, TurnLedger } from "./ledger-rows";

export const LEDGER_CHANGES = ["added", "removed", "changed"] as const;
export type LedgerChange = (typeof LEDGER_CHANGES)[number];

/** A side is `null` if that turn does not list the item. */
export interface LedgerDifference {
  readonly change: LedgerChange;
  readonly before: LedgerRow | null;
  readonly after: LedgerRow | null;
}

/**
 * What the later of two ledgers decided differently. `added` entered the window, `removed` is no longer in it,
 * `changed` is listed in both with another mode, size or reason. Linear in the rows of both.
 */
export function compareLedgers(before: TurnLedger, after: TurnLedger): LedgerDifference[] {
  const [was, is] = [indexBySource(before), indexBySource(after)];
  const differences: LedgerDifference[] = [];
  for (const [id, row] of is) {
    const earlier = was.get(id) ?? null;
    const change = changeOf(earlier, row);
    if (change !== null) differences.push({ change, before: earlier, after: row });
  }
  for (const [id, row] of was)
    if (!is.has(id) && row.decision === "included")
      differences.push({ change: "removed", before: row, after: null });
  return differences;
}

function changeOf(before: LedgerRow | null, after: LedgerRow): LedgerChange | null {
  const [wasIn, isIn] = [before?.decision === "included", after.decision === "included"];
  if (wasIn !== isIn) return isIn ? "added" : "removed";
  if (before === null) return null;
  const isSame =
    before.decision === after.decision &&
    before.mode === after.mode &&
    before.tokens.value === after.tokens.value &&
    before.reason?.text === after.reason?.text;
  return isSame ? null : "changed";
}

const WEIGHT: Record<LedgerRow["decision"], number> = { included: 2, compacted: 1, excluded: 0 };

/** One row per source. Included takes precedence over summarised, and summarised over excluded. */
function indexBySource({ rows }: TurnLedger): Map<string, LedgerRow> {
  const map = new Map<string, LedgerRow>();
  for (const row of rows) {
    const existing = map.get(row.sourceId);
    if (existing === undefined || WEIGHT[row.decision] > WEIGHT[existing.decision])
      map.set(row.sourceId, row);
  }
  return map;
}
