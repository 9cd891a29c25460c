"use client";

import { useQueryStates } from "nuqs";
import { useTransition } from "react";
import { sessionListParams } from "@/lib/view/url-state";

interface FacetValue {
  readonly value: string;
  readonly count: number;
}

export interface FacetLists {
  readonly agent: readonly FacetValue[];
  readonly model: readonly FacetValue[];
  readonly format: readonly FacetValue[];
  readonly outcome: readonly FacetValue[];
}

const SEARCH_DELAY_MS = 250;

/** Search and filters of the session list. Everything is in the URL, so a filtered list can be sent to somebody. */
export function FilterBar({ facets }: { facets: FacetLists }) {
  const [pending, startTransition] = useTransition();
  const [state, setState] = useQueryStates(sessionListParams, {
    shallow: false,
    startTransition,
    history: "replace",
  });
  const set = (parts: Partial<typeof state>) => void setState({ ...parts, cursor: null });
  const active =
    state.q !== "" ||
    [state.agent, state.model, state.format, state.outcome, state.tag].some((value) => value !== null);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2" aria-busy={pending}>
      <input
        data-search
        type="search"
        className="field w-64 max-sm:w-full"
        placeholder="Search name, agent, model, id   /"
        aria-label="Search sessions"
        defaultValue={state.q}
        key={state.q === "" ? "empty" : "kept"}
        onChange={(event) => {
          const q = event.target.value;
          void setState(
            { q, cursor: null },
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
      {state.tag !== null && (
        <button type="button" className="btn" onClick={() => set({ tag: null })}>
          tag: {state.tag} ×
        </button>
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
        <button type="button" className="btn btn-quiet" onClick={() => void setState(null)}>
          Clear
        </button>
      )}
      {pending && <span className="text-xs text-ink-3">loading…</span>}
    </div>
  );
}

interface SelectProps {
  label: string;
  values: readonly FacetValue[];
  value: string | null;
  onChange: (value: string | null) => void;
}

function FacetSelect({ label, values, value, onChange }: SelectProps) {
  if (values.length === 0) return null;
  return (
    <select
      className="field max-w-48 max-sm:flex-1 max-sm:basis-[45%]"
      aria-label={label}
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
    >
      <option value="">{label}: any</option>
      {values.map((facet) => (
        <option key={facet.value} value={facet.value}>
          {facet.value} ({facet.count})
        </option>
      ))}
    </select>
  );
}
