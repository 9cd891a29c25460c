import { useState } from "react";
import { describeFacetOption, describeShownBlocks } from "@/lib/view/lanes/lane-words";
import type { LaneFacet, LaneRows } from "@/lib/view/lanes/rows";
import { LANE_GROUPS, LANE_SORTS } from "@/lib/view/format/address-words";
import type { laneParams } from "@/lib/view/url-state";
import type { inferParserType } from "nuqs";

export type LaneState = inferParserType<typeof laneParams>;

const GROUP_LABELS: Record<(typeof LANE_GROUPS)[number], string> = {
  kind: "By kind",
  tool: "By tool",
  none: "Not grouped",
};
const SORT_LABELS: Record<(typeof LANE_SORTS)[number], string> = {
  needed: "Wanted again first",
  tokens: "Largest first",
  entry: "First in first",
  exit: "First out first",
};

const FACETS = [
  { id: "kind", name: "Kind", any: "Any kind" },
  { id: "tool", name: "Tool", any: "Any tool" },
] as const;

interface Props {
  state: LaneState;
  rows: LaneRows;
  onChange: (change: Partial<{ [K in keyof LaneState]: LaneState[K] | null }>) => void;
}

/** Searches, and narrows to how blocks left; what is asked for less often waits behind a button, and shows while it filters. */
export function LaneFilters({ state, rows, onChange }: Props) {
  const isNarrowed =
    state.kind.length + state.tool.length > 0 || state.restorable !== null || state.who !== null;
  const [isWhole, setWhole] = useState(false);
  return (
    <div className="text-xs">
      <div className="flex flex-wrap items-center gap-1.5">
        <input
          type="search"
          data-search
          className="field w-36"
          placeholder="Name or id"
          aria-label="Search blocks"
          value={state.q}
          onChange={(event) => onChange({ q: event.target.value === "" ? null : event.target.value })}
        />
        <div role="group" aria-label="How it left" className="flex flex-wrap gap-1">
          {chipsOf(rows.facets.how, state.how).map(({ value, label }) => (
            <button
              key={value}
              type="button"
              className="btn"
              aria-pressed={state.how.includes(value)}
              onClick={() => onChange({ how: state.how.includes(value) ? null : [value] })}
            >
              {label}
            </button>
          ))}
          <button
            type="button"
            className="btn"
            aria-pressed={state.left !== null}
            onClick={() => onChange({ left: state.left === null ? "1" : null })}
          >
            Left only
          </button>
        </div>
        <button
          type="button"
          className="btn btn-quiet"
          aria-expanded={isWhole || isNarrowed}
          onClick={() => setWhole(!isWhole)}
        >
          More filters
        </button>
        {isFiltered(state) && (
          <button type="button" className="btn btn-quiet" onClick={() => onChange(NO_FILTERS)}>
            Clear
          </button>
        )}
        <span className="ml-auto text-ink-3" role="status">
          {describeShownBlocks(rows)}
        </span>
      </div>
      {(isWhole || isNarrowed) && <MoreFilters state={state} rows={rows} onChange={onChange} />}
    </div>
  );
}

/** A chosen value that no block has any more keeps its chip, so that it can be given up. */
function chipsOf(facet: readonly LaneFacet[], chosen: readonly string[]) {
  const unknown = chosen.filter((value) => !facet.some((option) => option.value === value));
  return [
    ...facet.map(({ value, label, count: times }) => ({ value, label: describeFacetOption(label, times) })),
    ...unknown.map((value) => ({ value, label: `${value} (0)` })),
  ];
}

function MoreFilters({ state, rows, onChange }: Props) {
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-1.5">
      {FACETS.map(({ id, name, any }) => (
        <Facet
          key={id}
          name={name}
          any={any}
          facet={rows.facets[id]}
          chosen={state[id]}
          onPick={(value) => onChange({ [id]: value })}
        />
      ))}
      <Choice
        label="Restorable"
        value={state.restorable ?? ""}
        options={[
          { value: "", label: "Restorable or not" },
          { value: "yes", label: "Restorable" },
          { value: "no", label: "Not restorable" },
        ]}
        onPick={(value) => onChange({ restorable: value === "yes" || value === "no" ? value : null })}
      />
      <Choice
        label="Cause"
        value={state.who ?? ""}
        options={[
          { value: "", label: "Any cause" },
          { value: "reported", label: "Reported by the harness" },
          { value: "derived", label: "Derived from windows" },
        ]}
        onPick={(value) => onChange({ who: value === "reported" || value === "derived" ? value : null })}
      />
    </div>
  );
}

export function LaneOrder({ state, onChange }: Omit<Props, "rows">) {
  return (
    <>
      <Choice
        label="Group"
        value={state.by}
        options={LANE_GROUPS.map((value) => ({ value, label: GROUP_LABELS[value] }))}
        onPick={(by) => onChange({ by: LANE_GROUPS.find((known) => known === by) ?? null })}
      />
      <Choice
        label="Sort"
        value={state.sort}
        options={LANE_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
        onPick={(sort) => onChange({ sort: LANE_SORTS.find((known) => known === sort) ?? null })}
      />
    </>
  );
}

export const NO_FILTERS = {
  q: null,
  how: null,
  kind: null,
  tool: null,
  restorable: null,
  who: null,
  left: null,
} as const;

export function isFiltered({ q, how, kind, tool, restorable, who, left }: LaneState): boolean {
  return (
    q !== "" ||
    how.length + kind.length + tool.length > 0 ||
    restorable !== null ||
    who !== null ||
    left !== null
  );
}

function Facet({
  name,
  any,
  facet,
  chosen,
  onPick,
}: {
  name: string;
  any: string;
  facet: readonly LaneFacet[];
  chosen: readonly string[];
  onPick: (value: string[] | null) => void;
}) {
  if (facet.length === 0 && chosen.length === 0) return null;
  return (
    <Choice
      label={name}
      value={chosen[0] ?? ""}
      options={[{ value: "", label: any }, ...chipsOf(facet, chosen)]}
      onPick={(value) => onPick(value === "" ? null : [value])}
    />
  );
}

function Choice({
  label,
  value,
  options,
  onPick,
}: {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onPick: (value: string) => void;
}) {
  return (
    <select
      className="field max-w-36"
      aria-label={label}
      value={value}
      onChange={(event) => onPick(event.target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
