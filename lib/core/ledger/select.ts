import { assert } from "../assert";
import type { Mode, SourceKind, TrustLevel } from "../vocabulary";
import type { LedgerChange, LedgerDifference } from "./compare";
import type { LedgerDecision, LedgerRow, ReasonClass } from "./ledger-rows";

export const LEDGER_SORTS = [
  "window",
  "tokens",
  "kind",
  "name",
  "mode",
  "entered",
  "reason",
  "trust",
] as const;
export type LedgerSort = (typeof LEDGER_SORTS)[number];
export const LEDGER_GROUPS = ["none", "decision", "kind", "mode", "reason", "trust"] as const;
export type LedgerGroup = (typeof LEDGER_GROUPS)[number];

/** The rows to return and their order. A filter that is left out accepts every row. */
export interface LedgerSelection {
  readonly decision?: LedgerDecision | undefined;
  readonly kind?: SourceKind | undefined;
  readonly mode?: Mode | undefined;
  readonly trust?: TrustLevel | undefined;
  readonly reason?: ReasonClass | undefined;
  readonly change?: LedgerChange | undefined;
  /** Matches part of the id, the name, the reason or the ledger's own text. */
  readonly q?: string | undefined;
  readonly sort: LedgerSort;
  readonly order: "asc" | "desc";
  readonly by: LedgerGroup;
}

/** The number of rows that each value of a filter would leave, given the other filters. */
export type LedgerFacets = Readonly<
  Record<"decision" | "kind" | "mode" | "trust" | "reason" | "change", Readonly<Record<string, number>>>
>;

const FACETS = ["decision", "kind", "mode", "trust", "reason", "change"] as const;
type Facet = (typeof FACETS)[number];

export type LedgerLine =
  | LedgerDifference
  | { readonly change: null; readonly before: null; readonly after: LedgerRow };

export function getLineRow(line: LedgerLine): LedgerRow {
  const row = line.after ?? line.before;
  assert(row !== null, "a line has at least one side");
  return row;
}

/** Filters, counts, groups and sorts lines. Linear except for the sort. */
export function selectLines(
  lines: readonly LedgerLine[],
  selection: LedgerSelection,
): { lines: LedgerLine[]; facets: LedgerFacets } {
  const facets: Record<Facet, Record<string, number>> = {
    decision: {},
    kind: {},
    mode: {},
    trust: {},
    reason: {},
    change: {},
  };
  const needle = selection.q?.trim().toLowerCase() ?? "";
  const selected = lines.filter((line) => {
    if (needle !== "" && !mentions(getLineRow(line), needle)) return false;
    const refusedBy = FACETS.filter(
      (facet) => selection[facet] !== undefined && getFacetValue(line, facet) !== selection[facet],
    );
    for (const facet of FACETS) {
      const value = getFacetValue(line, facet);
      if (value === null || refusedBy.some((otherFacet) => otherFacet !== facet)) continue;
      facets[facet][value] = (facets[facet][value] ?? 0) + 1;
    }
    return refusedBy.length === 0;
  });
  return { lines: sortLines(selected, selection), facets };
}

export function groupOfLine(line: LedgerLine, by: LedgerGroup): string | null {
  return by === "none" ? null : (getFacetValue(line, by) ?? "none");
}

function getFacetValue(line: LedgerLine, facet: Facet): string | null {
  const row = getLineRow(line);
  switch (facet) {
    case "change":
      return line.change;
    case "reason":
      return row.reason?.class ?? null;
    default:
      return row[facet];
  }
}

function mentions({ sourceId, name, reason, text, originalRef }: LedgerRow, needle: string): boolean {
  return [sourceId, name, reason?.text, text, originalRef].some(
    (part) => part?.toLowerCase().includes(needle) ?? false,
  );
}

function sortLines(lines: LedgerLine[], { sort, order, by }: LedgerSelection): LedgerLine[] {
  const sign = order === "asc" ? 1 : -1;
  const keyed = lines.map((line, i) => ({
    line,
    i,
    group: groupOfLine(line, by) ?? "",
    key: getSortKey(getLineRow(line), sort),
  }));
  keyed.sort((a, b) => {
    if (a.group !== b.group) return a.group < b.group ? -1 : 1;
    if (sort === "window") return sign * (a.i - b.i);
    return compareKeys(a.key, b.key, sign) || a.i - b.i;
  });
  return keyed.map(({ line }) => line);
}

/** Unknown values come last in both sort directions. */
function compareKeys(a: string | number | null, b: string | number | null, sign: number): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -sign : sign;
}

function getSortKey(row: LedgerRow, sort: LedgerSort): string | number | null {
  switch (sort) {
    case "window":
      return null;
    case "tokens":
      return row.tokens.value;
    case "entered":
      return row.enteredTurn;
    case "name":
      return (row.name ?? row.sourceId).toLowerCase();
    case "reason":
      return row.reason?.text ?? null;
    default:
      return row[sort];
  }
}
