"use client";

import type { ThresholdField } from "@/lib/view/findings/threshold-fields";
import { writeThresholds } from "@/lib/view/findings/thresholds-text";
import { convertToPercent } from "@/lib/view/format/problem-words";
import { makeApiWrite } from "@/lib/api/request/request";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";
import { Section } from "./section";

interface Props {
  fields: readonly ThresholdField[];
  notes: readonly string[];
}

/** A change applies to every session of the project. */
export function ThresholdSection({ fields, notes }: Props) {
  const { busy, error, problems, run } = useAction();
  const quiet = fields.filter(({ isInQuestion }) => !isInQuestion);
  return (
    <Section
      title="Thresholds of findings"
      about="The limits above which a finding is reported. An empty field uses the grey value in it."
    >
      <form
        className="text-xs"
        onSubmit={(event) => {
          event.preventDefault();
          const said = new FormData(event.currentTarget);
          const texts = new Map([...said].map(([name, value]) => [name, String(value)]));
          const body = writeThresholds(fields, texts);
          void run(() => sendJson(makeApiWrite("PUT", "/api/v1/thresholds", {}, { body })));
        }}
      >
        <Fields fields={fields.filter(({ isInQuestion }) => isInQuestion)} problems={problems} />
        {quiet.length > 0 && (
          <details
            className="mt-3"
            open={quiet.length === fields.length || quiet.some(({ name }) => problems[name] !== undefined)}
          >
            <summary className="min-h-6 w-fit cursor-pointer text-ink-2">
              {quiet.length} more, each at its usual value and without findings
            </summary>
            <Fields fields={quiet} problems={problems} />
          </details>
        )}
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <button type="submit" className="btn" disabled={busy}>
            Set thresholds
          </button>
          <span className="text-ink-3">Every session is analysed again with these values.</span>
        </div>
      </form>
      <p role="status" className="mt-2 text-xs text-ink-2 empty:hidden">
        {notes.join(" ")}
      </p>
      <Refusal message={fields.some(({ name }) => problems[name] !== undefined) ? null : error} />
    </Section>
  );
}

interface FieldsProps {
  readonly fields: readonly ThresholdField[];
  readonly problems: Readonly<Record<string, string>>;
}

function Fields({ fields, problems }: FieldsProps) {
  return (
    <div className="mt-1 grid max-w-3xl grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2">
      {fields.map(({ name, label, unit, example, effect, value, placeholder }) => (
        <label key={name} className="contents">
          <span className="py-0.5">
            <span className="text-sm">{label}</span>
            <span className="block text-ink-3">
              <span className="max-sm:hidden">{example} </span>
              <span className="num whitespace-nowrap">{effect}</span>
            </span>
            {problems[name] !== undefined && (
              <span role="alert" className="block text-dangling">
                {unit === "%" ? convertToPercent(problems[name]) : problems[name]}
              </span>
            )}
          </span>
          <span className="flex items-center gap-1.5">
            <input
              key={value}
              className="field num w-24 text-right"
              name={name}
              type="number"
              step={unit === "%" ? "any" : 1}
              aria-invalid={problems[name] !== undefined}
              placeholder={placeholder}
              defaultValue={value}
            />
            <span className="w-10 text-ink-3">{unit}</span>
          </span>
        </label>
      ))}
    </div>
  );
}
