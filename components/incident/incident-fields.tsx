import { useState } from "react";
import type { SessionExtent } from "@/lib/view/incident/extent";
import type { IncidentDraft } from "@/lib/view/incident/edits";
import { OUTCOME_CHOICES, SEVERITY_CHOICES } from "@/lib/view/incident/field-choices";
import { choiceIn, formText } from "../data/form-values";
import { LabelledField } from "../ui/labelled-field";

export const INCIDENT_LABELS = {
  title: { label: "Title" },
  range: { label: "Range" },
  "range.from": { label: "First turn" },
  "range.to": { label: "Last turn" },
  "range.since": { label: "From" },
  "range.until": { label: "Until" },
} as const;

export function IncidentFields({ draft, whole }: { draft: IncidentDraft; whole: SessionExtent }) {
  const [by, setBy] = useState<"turns" | "time">("turns");
  const timed = whole.startedAt !== null && whole.endedAt !== null;
  return (
    <>
      <LabelledField label="Title" name="title" defaultValue={draft.title} maxLength={200} required />
      <div className="flex gap-2">
        <Choice name="severity" label="Severity" value={draft.severity} values={SEVERITY_CHOICES} />
        <Choice name="outcome" label="Outcome" value={draft.outcome} values={OUTCOME_CHOICES} />
      </div>
      <fieldset className="grid gap-2">
        <legend className="flex w-full gap-4 pb-1">
          <By value="turns" label="Turns" now={by} onChoose={setBy} />
          {timed && <By value="time" label="Wall-clock time" now={by} onChoose={setBy} />}
        </legend>
        {by === "turns" ? (
          <div className="grid grid-cols-2 gap-2">
            <TurnField name="from" label="First turn" value={draft.from} whole={whole} />
            <TurnField name="to" label="Last turn" value={draft.to} whole={whole} />
          </div>
        ) : (
          <div className="grid gap-2 sm:grid-cols-2">
            <TimeField name="since" label="From, UTC" iso={whole.startedAt ?? ""} />
            <TimeField name="until" label="Until, UTC" iso={whole.endedAt ?? ""} />
          </div>
        )}
      </fieldset>
    </>
  );
}

export function incidentOf(data: FormData) {
  return {
    title: formText(data, "title"),
    severity: choiceIn(data, "severity", SEVERITY_CHOICES),
    outcome: choiceIn(data, "outcome", OUTCOME_CHOICES),
    range: data.has("since")
      ? { since: utcTime(formText(data, "since")), until: utcTime(formText(data, "until")) }
      : { from: Number(formText(data, "from")), to: Number(formText(data, "to")) },
  };
}

/** A local time field, read as UTC. The browser may leave out the seconds, as in `2026-05-20T06:00`. */
function utcTime(value: string): string {
  return `${value.length === "2026-05-20T06:00".length ? `${value}:00` : value}Z`;
}

interface ByProps {
  value: "turns" | "time";
  label: string;
  now: string;
  onChoose: (by: "turns" | "time") => void;
}

function By({ value, label, now, onChoose }: ByProps) {
  return (
    <label className="flex items-center gap-1.5">
      <input type="radio" name="by" value={value} checked={now === value} onChange={() => onChoose(value)} />
      {label}
    </label>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  value: string;
  values: readonly string[];
}

function Choice({ name, label, value, values }: ChoiceProps) {
  return (
    <label className="grid flex-1 grid-cols-1 gap-1">
      {label}
      <select className="field" name={name} defaultValue={value}>
        {values.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  );
}

interface TurnFieldProps {
  name: string;
  label: string;
  value: number;
  whole: SessionExtent;
}

function TurnField({ name, label, value, whole }: TurnFieldProps) {
  return (
    <LabelledField
      type="number"
      label={label}
      name={name}
      min={whole.from}
      max={whole.to}
      defaultValue={value}
      required
    />
  );
}

const SECONDS_CHARS = "2026-05-20T06:00:00".length;

function TimeField({ name, label, iso }: { name: string; label: string; iso: string }) {
  return (
    <LabelledField
      type="datetime-local"
      step={1}
      label={label}
      name={name}
      defaultValue={iso.slice(0, SECONDS_CHARS)}
      required
    />
  );
}
