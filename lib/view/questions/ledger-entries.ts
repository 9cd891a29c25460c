import type { LedgerTableRow } from "./ledger-row";
import { describeRowsSubject, describeRowTokens } from "./ledger-row";
import { labelLedgerGroup } from "./ledger-words";

/** Fewer rows are clearer than a row that unfolds. */
export const FOLDED_FROM = 4;

/** One line of the ledger's table: a decision, the head of a group, or decisions that share their reason. */
export type LedgerEntry =
  | { readonly kind: "row"; readonly key: string; readonly row: LedgerTableRow }
  | { readonly kind: "head"; readonly key: string; readonly label: string }
  | {
      readonly kind: "fold";
      readonly key: string;
      /** "16 × tool result". */
      readonly label: string;
      /** "excluded: cut by the token budget"; without the first word where the reason begins with it. */
      readonly why: string;
      readonly isDerived: boolean;
      readonly tokens: string;
      readonly isOpen: boolean;
    };

export interface LedgerFolding {
  /** Off where somebody filters: what was asked for stays in sight. */
  readonly folds: boolean;
  /** Keys of the folds that somebody opened, or closed where they open by themselves. */
  readonly toggled: ReadonlySet<string>;
  /** The id of a row that an address asks for; its fold opens by itself. */
  readonly asked: string | null;
  /** Whether more rows are still to be read, which the last fold may hold too. */
  readonly hasMore: boolean;
}

/**
 * The lines of the table in the order of its rows. Rows beside each other with one stated reason are one line.
 * @param rows with unique keys
 * @param groupCounts the number of rows by group, where it is known
 */
export function listLedgerEntries(
  rows: readonly LedgerTableRow[],
  groupCounts: Readonly<Record<string, number>> | null,
  { folds, toggled, asked, hasMore }: LedgerFolding,
): LedgerEntry[] {
  return listRuns(rows).flatMap((run, i, runs): LedgerEntry[] => {
    const [first] = run;
    if (first === undefined) return [];
    const own = run.map((row): LedgerEntry => ({ kind: "row", key: row.key, row }));
    const isNewGroup = first.group !== null && first.group !== runs[i - 1]?.[0]?.group;
    const head: LedgerEntry[] = isNewGroup
      ? [
          {
            kind: "head",
            key: `group ${first.group}`,
            label: labelLedgerGroup(first.group ?? "", groupCounts?.[first.groupValue ?? ""]),
          },
        ]
      : [];
    if (!folds || first.reason === "" || run.length < FOLDED_FROM) return [...head, ...own];
    const key = `fold ${first.key}`;
    const isOpen = toggled.has(key) !== run.some(({ id }) => id === asked);
    const isPart = hasMore && i === runs.length - 1;
    const fold: LedgerEntry = {
      kind: "fold",
      key,
      label: `${isPart ? "at least " : ""}${describeRowsSubject(run)}`,
      why: first.reason.startsWith(first.mode) ? first.reason : `${first.mode}: ${first.reason}`,
      isDerived: first.reasonFrom === "derived",
      tokens: describeRowTokens(run, isPart),
      isOpen,
    };
    return [...head, fold, ...(isOpen ? own : [])];
  });
}

function listRuns(rows: readonly LedgerTableRow[]): LedgerTableRow[][] {
  const runs: LedgerTableRow[][] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    if (run?.[0] !== undefined && isSameReason(run[0], row)) run.push(row);
    else runs.push([row]);
  }
  return runs;
}

function isSameReason(a: LedgerTableRow, b: LedgerTableRow): boolean {
  return (
    a.reason === b.reason &&
    a.reasonFrom === b.reasonFrom &&
    a.mode === b.mode &&
    a.decision === b.decision &&
    a.group === b.group
  );
}
