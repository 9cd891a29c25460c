import type { LedgerInput } from "../answers";
import { LEDGER_GROUPS } from "@/lib/core/ledger/select";
import { count } from "../format/format";
import type { LedgerState } from "../url-state";
import { ledgerParams } from "../url-state";
import { labelFacet } from "./ledger-row";

export const LEDGER_GROUP_NAMES = LEDGER_GROUPS;

const FACETS = ["decision", "change", "kind", "mode", "reason", "trust"] as const;
type Facet = (typeof FACETS)[number];
export type LedgerFilters = Pick<LedgerState, Facet>;

export interface FacetChoice {
  readonly facet: Facet;
  readonly value: string | null;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export function listFacetChoices(
  { facets }: Pick<LedgerInput, "facets">,
  state: LedgerFilters,
): FacetChoice[] {
  return FACETS.flatMap((facet) => {
    const value = state[facet];
    const counts = { ...(value === null ? {} : { [value]: 0 }), ...facets[facet] };
    const options = Object.entries(counts)
      .sort((a, b) => b[1] - a[1])
      .map(([name, rows]) => ({ value: name, label: `${labelFacet(facet, name)} (${count(rows)})` }));
    return options.length > 1 || value !== null ? [{ facet, value, options }] : [];
  });
}

/** A value that the facet does not have removes the filter. */
export function readFilter(facet: Facet, value: string): Partial<LedgerFilters> {
  return { [facet]: ledgerParams[facet].parse(value) };
}
