import type { Values } from "nuqs";
import { SlidersHorizontal } from "lucide-react";
import { useState, useTransition } from "react";
import type { ReactNode } from "react";
import { sessionListParams } from "@/lib/view/sessions/list-state";
import type { FacetValue } from "./facet-select";
import { useUrlState } from "../data/use-url-state";
import { makeLater } from "../ui/later";
import { FacetSelect } from "./facet-select";

const MoreFilters = makeLater(() => import("./more-filters"));

export interface FacetLists {
  readonly agent: readonly FacetValue[];
  readonly model: readonly FacetValue[];
  readonly format: readonly FacetValue[];
  readonly outcome: readonly FacetValue[];
  readonly finding: readonly FacetValue[];
}

interface FacetField {
  readonly name: keyof FacetLists;
  readonly label: string;
  /** Whether it stands in the row; the others stand there while they are set. */
  readonly isCommon: boolean;
}

const FACETS: readonly FacetField[] = [
  { name: "agent", label: "Agent", isCommon: true },
  { name: "finding", label: "Finding", isCommon: true },
  { name: "model", label: "Model", isCommon: false },
  { name: "format", label: "Format", isCommon: false },
  { name: "outcome", label: "Outcome", isCommon: false },
];

/** Filters that other pages link with. Each appears only when it is set. */
const CHIPS = ["ids", "tag", "tool", "policy", "evidence"] as const;

const NO_FILTERS = Object.fromEntries(
  Object.keys(sessionListParams)
    .filter((name) => !["sort", "order", "cols", "view", "examples"].includes(name))
    .map((name) => [name, null]),
);

const SEARCH_DELAY_MS = 250;

type FilterState = Values<typeof sessionListParams>;

interface Props {
  facets: FacetLists;
  order: ReactNode;
  /** What can be done with the list as it is. */
  tools: ReactNode;
}

/** Where the screen is narrow, what is seldom used waits behind the filters' button. */
export function FilterBar({ facets, order, tools }: Props) {
  const [pending, startTransition] = useTransition();
  const [more, setMore] = useState(false);
  const [state, setState] = useUrlState(sessionListParams, {
    shallow: false,
    startTransition,
    history: "push",
  });
  const set = (parts: Partial<FilterState>, afterMs?: number) =>
    setState({ ...parts, cursor: null, view: null }, afterMs === undefined ? {} : { afterMs });
  const search = (name: "q" | "text", words: string) => set({ [name]: words }, SEARCH_DELAY_MS);
  const select = ({ name, label }: FacetField) => (
    <FacetSelect
      key={name}
      label={label}
      values={facets[name]}
      value={state[name]}
      onChange={(value) => set({ [name]: name === "outcome" ? outcomeIn(value) : value })}
    />
  );
  const isShown = ({ name, isCommon }: FacetField) => isCommon || state[name] !== null;
  const hasDays = state.from !== null || state.to !== null;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2 print:hidden" aria-busy={pending}>
      <input
        data-search
        type="search"
        className="field w-48 max-sm:w-full"
        placeholder="Name, agent, model, id   /"
        aria-label="Search sessions"
        value={state.q}
        onChange={(event) => search("q", event.target.value)}
      />
      <input
        type="search"
        className="field w-40 max-sm:w-full"
        placeholder="Words in its texts"
        title={'All words count; "together" in quotes; -without'}
        aria-label="Search contents"
        value={state.text}
        onChange={(event) => search("text", event.target.value)}
      />
      <span className={`contents ${more || isFiltered(state) ? "" : "max-sm:hidden"}`}>
        {FACETS.filter(isShown).map(select)}
      </span>
      <LinkedFilters state={state} onRemove={(name) => set({ [name]: null })} />
      <button
        type="button"
        className="btn"
        aria-expanded={more}
        onPointerEnter={MoreFilters.loadAhead}
        onFocus={MoreFilters.loadAhead}
        onClick={() => setMore(!more)}
      >
        <SlidersHorizontal size={13} aria-hidden /> {more ? "Fewer filters" : "More filters"}
      </button>
      {isFiltered(state) && (
        <button type="button" className="btn btn-quiet" onClick={() => setState(NO_FILTERS)}>
          Clear
        </button>
      )}
      {order}
      {pending && <span className="text-xs text-ink-3">loading…</span>}
      <span
        className={`ml-auto flex flex-wrap items-center gap-2 max-sm:ml-0 ${more ? "" : "max-sm:hidden"}`}
      >
        {tools}
      </span>
      {(more || hasDays) && (
        <MoreFilters
          from={state.from}
          to={state.to}
          hasSides={state.role === "any"}
          onDays={set}
          onSides={(on) => set({ role: on ? "any" : "main" })}
          onFailed={() => setMore(false)}
        >
          {more ? FACETS.filter((field) => !isShown(field)).map(select) : null}
        </MoreFilters>
      )}
    </div>
  );
}

function outcomeIn(value: string | null) {
  return sessionListParams.outcome.parse(value ?? "");
}

function isFiltered(state: FilterState): boolean {
  return (
    state.q !== "" ||
    state.text !== "" ||
    [
      state.from,
      state.to,
      ...FACETS.map(({ name }) => state[name]),
      ...CHIPS.map((name) => state[name]),
    ].some((value) => value !== null)
  );
}

interface LinkedFiltersProps {
  state: FilterState;
  onRemove: (name: (typeof CHIPS)[number]) => void;
}

function LinkedFilters({ state, onRemove }: LinkedFiltersProps) {
  return CHIPS.map(
    (name) =>
      state[name] !== null && (
        <button
          key={name}
          type="button"
          className="btn"
          aria-label={`Remove the filter ${name}`}
          onClick={() => onRemove(name)}
        >
          {name === "ids" ? "selected sessions" : `${name}: ${state[name]}`} ×
        </button>
      ),
  );
}
