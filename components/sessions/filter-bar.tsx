import { useQueryStates } from "nuqs";
import { useTransition } from "react";
import { sessionListParams } from "@/lib/view/sessions/list-state";
import type { FacetValue } from "./facet-select";
import { DayField } from "./day-field";
import { FacetSelect } from "./facet-select";

export interface FacetLists {
  readonly agent: readonly FacetValue[];
  readonly model: readonly FacetValue[];
  readonly format: readonly FacetValue[];
  readonly outcome: readonly FacetValue[];
  readonly finding: readonly FacetValue[];
}

/** Filters that other pages link with. Each appears only when it is set. */
const CHIPS = ["ids", "tag", "tool", "policy", "evidence"] as const;

const NO_FILTERS = Object.fromEntries(
  Object.keys(sessionListParams)
    .filter((name) => !["sort", "order", "cols", "view"].includes(name))
    .map((name) => [name, null]),
);

const SEARCH_DELAY_MS = 250;

export function FilterBar({ facets }: { facets: FacetLists }) {
  const [pending, startTransition] = useTransition();
  const [state, setState] = useQueryStates(sessionListParams, {
    shallow: false,
    startTransition,
    history: "push",
  });
  const set = (parts: Partial<typeof state>) => void setState({ ...parts, cursor: null, view: null });
  const active =
    state.q !== "" ||
    state.text !== "" ||
    state.from !== null ||
    state.to !== null ||
    [state.agent, state.model, state.format, state.outcome, state.finding].some((value) => value !== null) ||
    CHIPS.some((name) => state[name] !== null);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2" aria-busy={pending}>
      <input
        data-search
        type="search"
        className="field w-64 max-sm:w-full"
        placeholder="Search name, agent, model, id   /"
        aria-label="Search sessions"
        value={state.q}
        onChange={(event) => {
          const q = event.target.value;
          void setState(
            { q: q === "" ? null : q, cursor: null, view: null },
            { limitUrlUpdates: { method: "debounce", timeMs: SEARCH_DELAY_MS } },
          );
        }}
      />
      <input
        type="search"
        className="field w-56 max-sm:w-full"
        placeholder="Words in its texts"
        title={'All words count; "together" in quotes; -without'}
        aria-label="Search contents"
        value={state.text}
        onChange={(event) => {
          const text = event.target.value;
          void setState(
            { text: text === "" ? null : text, cursor: null, view: null },
            { limitUrlUpdates: { method: "debounce", timeMs: SEARCH_DELAY_MS } },
          );
        }}
      />
      <FacetSelect
        label="Agent"
        values={facets.agent}
        value={state.agent}
        onChange={(agent) => set({ agent })}
      />
      <FacetSelect
        label="Model"
        values={facets.model}
        value={state.model}
        onChange={(model) => set({ model })}
      />
      <FacetSelect
        label="Format"
        values={facets.format}
        value={state.format}
        onChange={(format) => set({ format })}
      />
      <FacetSelect
        label="Outcome"
        values={facets.outcome}
        value={state.outcome}
        onChange={(value) => set({ outcome: sessionListParams.outcome.parse(value ?? "") })}
      />
      <FacetSelect
        label="Finding"
        values={facets.finding}
        value={state.finding}
        onChange={(finding) => set({ finding })}
      />
      <DayField label="From" value={state.from} onChange={(from) => set({ from })} />
      <DayField label="before" value={state.to} onChange={(to) => set({ to })} />
      {CHIPS.map(
        (name) =>
          state[name] !== null && (
            <button
              key={name}
              type="button"
              className="btn"
              aria-label={`Remove the filter ${name}`}
              onClick={() => set({ [name]: null })}
            >
              {name === "ids" ? "selected sessions" : `${name}: ${state[name]}`} ×
            </button>
          ),
      )}
      <label className="flex items-center gap-1.5 text-xs text-ink-2">
        <input
          type="checkbox"
          checked={state.role === "any"}
          onChange={(event) => set({ role: event.target.checked ? "any" : "main" })}
        />
        sub-agents and side calls
      </label>
      {active && (
        <button type="button" className="btn btn-quiet" onClick={() => void setState(NO_FILTERS)}>
          Clear
        </button>
      )}
      {pending && <span className="text-xs text-ink-3">loading…</span>}
    </div>
  );
}
