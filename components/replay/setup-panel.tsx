import { useState } from "react";
import type { Comparison } from "@/lib/replay/comparisons";
import type { PriceTable } from "@/lib/core/models/prices";
import type { PolicyChoiceInput, ListedPolicy } from "@/lib/view/replay/replay-input";
import { makePolicyChoice, CHOICES_MAX } from "@/lib/view/replay/replay-input";
import { PRICE_FIELDS, describePricesTitle } from "@/lib/view/replay/prices";
import { ChoiceEditor, WRAPPERS } from "./choice-editor";
import { SearchButton } from "./search-button";

interface Props {
  readonly policies: readonly ListedPolicy[];
  readonly choices: readonly PolicyChoiceInput[];
  readonly budget: number | null;
  readonly prices: PriceTable;
  readonly comparisons: readonly Comparison[];
  readonly busy: boolean;
  readonly problem: string;
  readonly onChoices: (choices: readonly PolicyChoiceInput[]) => void;
  /** How many policies and settings a search tries. */
  readonly searched: number;
  /** Whether it is what to do first. */
  readonly isFirst: boolean;
  readonly onSearch: () => void;
  readonly onRun: (asked: { budget: number | null; prices: PriceTable | null }) => void;
}

export function SetupPanel({
  policies,
  choices,
  comparisons,
  busy,
  problem,
  searched,
  isFirst,
  onChoices,
  onSearch,
  onRun,
  ...start
}: Props) {
  const [budget, setBudget] = useState(start.budget);
  const [prices, setPrices] = useState<PriceTable | null>(null);
  return (
    <section aria-label="Setup">
      <div className="flex flex-wrap items-center gap-2">
        <label className="flex items-center gap-2 text-xs">
          <span className="text-ink-2">Start from</span>
          <select
            className="field"
            value=""
            onChange={({ target }) => {
              const comparison = comparisons[Number(target.value)];
              if (comparison !== undefined) onChoices(comparison.choices);
            }}
          >
            <option value="">choose a comparison</option>
            {comparisons.map(({ label, about }, i) => (
              <option key={label} value={i} title={about}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          className="btn"
          disabled={choices.length >= CHOICES_MAX}
          onClick={() => onChoices([...choices, makePolicyChoice("none", {})])}
        >
          Add a policy
        </button>
        <span className="text-xs text-ink-3">
          {choices.length} of {CHOICES_MAX}, and the recording
        </span>
      </div>
      <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-0.5 text-xs text-ink-2">
        {WRAPPERS.map(({ key, label, about }) => (
          <div key={key} className="flex gap-1.5">
            <dt className="font-medium">{label}:</dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
      <ol className="mt-2 border-b border-line">
        {choices.map((one, i) => (
          <ChoiceEditor
            key={i}
            letter={String.fromCharCode("A".charCodeAt(0) + i)}
            choice={one}
            policies={policies}
            onChange={(next) => onChoices(choices.map((old, no) => (no === i ? next : old)))}
            onRemove={() => onChoices(choices.filter((_, no) => no !== i))}
          />
        ))}
      </ol>
      <div className="mt-2 flex flex-wrap items-center gap-3 text-xs">
        <label className="flex items-center gap-2">
          <span className="text-ink-2">Budget</span>
          <input
            className="field num w-28"
            type="number"
            min={1}
            value={budget ?? ""}
            placeholder="as recorded"
            onChange={({ target }) => setBudget(target.value === "" ? null : Number(target.value))}
          />
        </label>
        <button
          type="button"
          className={`btn ${isFirst ? "btn-primary" : ""}`}
          disabled={busy || choices.length === 0}
          onClick={() => onRun({ budget, prices })}
        >
          Replay
        </button>
        {searched > 0 && <SearchButton searched={searched} busy={busy} onSearch={onSearch} />}
        <span role="status" style={{ color: "var(--state-dangling)" }}>
          {problem}
        </span>
      </div>
      <PriceEditor prices={prices ?? start.prices} edited={prices !== null} onChange={setPrices} />
    </section>
  );
}

function PriceEditor({
  prices,
  edited,
  onChange,
}: {
  prices: PriceTable;
  edited: boolean;
  onChange: (prices: PriceTable | null) => void;
}) {
  return (
    <details className="mt-2 text-xs">
      <summary className="cursor-pointer text-ink-2">
        {describePricesTitle(prices)}
        {edited ? ", edited" : ""}
      </summary>
      <p className="mt-1 text-ink-3">{prices.source}</p>
      <div className="mt-1 flex flex-wrap gap-3">
        {PRICE_FIELDS.map(({ key, label, about }) => (
          <label key={key} className="flex flex-col gap-0.5" title={about}>
            <span className="text-ink-2">{label}</span>
            <input
              className="field num w-28"
              type="number"
              min={0}
              step="any"
              value={prices[key] ?? ""}
              placeholder="unknown"
              onChange={({ target }) =>
                onChange({
                  ...prices,
                  [key]: target.value === "" && key === "input" ? null : Number(target.value),
                  source: "edited on the page",
                })
              }
            />
            <span className="text-ink-3">{about}</span>
          </label>
        ))}
        {edited && (
          <button type="button" className="btn self-center" onClick={() => onChange(null)}>
            As the model&apos;s
          </button>
        )}
      </div>
    </details>
  );
}
