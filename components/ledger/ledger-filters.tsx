import type { LedgerInput } from "@/lib/view/answers";
import { rowLinks } from "../session-list/row-keys";
import { LEDGER_GROUP_NAMES } from "@/lib/view/questions/ledger-filters";
import type { LedgerFilters as Filters } from "@/lib/view/questions/ledger-filters";
import { listFacetChoices, readFilter } from "@/lib/view/questions/ledger-filters";
import type { LedgerState } from "@/lib/view/url-state";

interface Props {
  facts: LedgerInput;
  state: LedgerState;
  onChange: (parts: Partial<LedgerState>) => void;
  onClear: () => void;
}

export function LedgerFilters({ facts, state, onChange, onClear }: Props) {
  const choices = listFacetChoices(facts, state);
  const active = state.q !== "" || choices.some(({ value }) => value !== null);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2 print:hidden">
      <input
        data-search
        type="search"
        className="field w-64 max-sm:w-full"
        placeholder="Search source, name, reason   /"
        aria-label="Search the ledger"
        value={state.q}
        onChange={(event) => onChange({ q: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // Else the same press goes on to the button that has the focus now.
          event.preventDefault();
          rowLinks()[0]?.focus();
        }}
      />
      {choices.map(({ facet, value, options }) => (
        <select
          key={facet}
          className="field max-w-44 max-sm:max-w-none max-sm:basis-[30%] max-sm:flex-1"
          aria-label={`Filter by ${facet}`}
          value={value ?? ""}
          onChange={(event) => onChange(readFilter(facet, event.target.value) satisfies Partial<Filters>)}
        >
          <option value="">{facet}: any</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ))}
      <select
        className="field max-sm:basis-[30%] max-sm:flex-1"
        aria-label="Group by"
        value={state.by}
        onChange={(event) =>
          onChange({ by: LEDGER_GROUP_NAMES.find((name) => name === event.target.value) ?? "none" })
        }
      >
        {LEDGER_GROUP_NAMES.map((name) => (
          <option key={name} value={name}>
            {name === "none" ? "not grouped" : `by ${name}`}
          </option>
        ))}
      </select>
      {active && (
        <button type="button" className="btn btn-quiet" onClick={onClear}>
          Clear
        </button>
      )}
    </div>
  );
}
