"use client";

import { useQueryStates } from "nuqs";
import { useTransition } from "react";
import { auditParams } from "@/lib/view/url-state";
import { FacetSelect } from "../sessions/facet-select";
import type { FacetLists } from "../sessions/filter-bar";

/** What the audit is about: everything is in the URL. */
export function AuditFilters({ facets }: { facets: Pick<FacetLists, "agent" | "model" | "outcome"> }) {
  const [pending, startTransition] = useTransition();
  const [state, setState] = useQueryStates(auditParams, { shallow: false, startTransition, history: "push" });
  const day = (name: "from" | "to", label: string) => (
    <label className="flex items-center gap-1.5 text-xs text-ink-2">
      {label}
      <input
        type="date"
        className="field"
        value={state[name]?.slice(0, 10) ?? ""}
        onChange={({ target: { value } }) =>
          void setState({ [name]: value === "" ? null : `${value}T00:00:00Z` })
        }
      />
    </label>
  );
  const active = Object.values(state).some((value) => value !== null);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2" aria-busy={pending}>
      <FacetSelect
        label="Agent"
        values={facets.agent}
        value={state.agent}
        onChange={(agent) => void setState({ agent })}
      />
      <FacetSelect
        label="Model"
        values={facets.model}
        value={state.model}
        onChange={(model) => void setState({ model })}
      />
      <FacetSelect
        label="Outcome"
        values={facets.outcome}
        value={state.outcome}
        onChange={(value) => void setState({ outcome: auditParams.outcome.parse(value ?? "") })}
      />
      {day("from", "Started from")}
      {day("to", "before")}
      {state.policy !== null && (
        <button
          type="button"
          className="btn"
          aria-label="Remove the filter policy"
          onClick={() => void setState({ policy: null })}
        >
          policy: {state.policy} ×
        </button>
      )}
      {active && (
        <button type="button" className="btn btn-quiet" onClick={() => void setState(null)}>
          Clear
        </button>
      )}
      {pending && <span className="text-xs text-ink-3">loading…</span>}
    </div>
  );
}
