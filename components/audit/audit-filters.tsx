"use client";

import { useQueryStates } from "nuqs";
import { useTransition } from "react";
import { auditParams } from "@/lib/view/url-state";
import { DayField } from "../session-list/day-field";
import { FacetSelect } from "../session-list/facet-select";
import type { FacetLists } from "../session-list/filter-bar";

export function AuditFilters({ facets }: { facets: Pick<FacetLists, "agent" | "model" | "outcome"> }) {
  const [pending, startTransition] = useTransition();
  const [state, change] = useQueryStates(auditParams, { shallow: false, startTransition, history: "push" });
  const active = Object.entries(state).some(([name, value]) => name !== "run" && value !== null);
  const setState = (next: Partial<typeof state> | null) =>
    change(next === null ? null : { ...next, run: null });
  return (
    <div
      className={`mt-3 flex flex-wrap items-center gap-2 ${active ? "" : "print:hidden"}`}
      aria-busy={pending}
    >
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
      <DayField label="Started from" value={state.from} onChange={(from) => void setState({ from })} />
      <DayField label="before" value={state.to} onChange={(to) => void setState({ to })} />
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
