import { useState } from "react";
import type { PolicyChoiceInput, ListedPolicy } from "@/lib/view/replay/replay-input";
import { listFormFields, findOptionAt, setOption } from "@/lib/view/replay/form-fields";
import { SWEEP_LIMIT_TEXT, sweepOf, sweepRange } from "@/lib/view/replay/draft";

const NO_BOUNDS = { standing: null, min: null, max: null };

interface Props {
  readonly policies: readonly ListedPolicy[];
  readonly choices: readonly PolicyChoiceInput[];
  readonly busy: boolean;
  readonly onSweep: (choices: readonly PolicyChoiceInput[]) => void;
}

export function SweepForm({ policies, choices, busy, onSweep }: Props) {
  const [at, setAt] = useState(0);
  const [name, setName] = useState<string | null>(null);
  const [typed, setTyped] = useState<{ from: number; to: number } | null>(null);
  const choice = choices[at] ?? choices[0];
  const policy = policies.findLast(({ kind }) => kind === choice?.kind);
  const fields =
    policy === undefined ? [] : listFormFields(policy.options).filter(({ kind }) => kind === "number");
  const nameOf = (path: readonly string[]) => path.join(".");
  const field =
    fields.find(({ path }) => nameOf(path) === name) ??
    fields.find(({ path }) => path[0] === "keep") ??
    fields[0];
  const stated =
    choice === undefined || field === undefined ? undefined : findOptionAt(choice.options, field.path);
  const range = typed ?? sweepRange(stated, field ?? NO_BOUNDS);
  const bound = (key: "from" | "to") => (
    <label className="flex items-center gap-1">
      {key}
      <input
        className="field num w-24"
        type="number"
        value={range[key]}
        onChange={({ target }) => setTyped({ ...range, [key]: Number(target.value) })}
      />
    </label>
  );
  return (
    <form
      className="mb-4 flex flex-wrap items-center gap-2 text-xs"
      aria-label="Try many values of one option"
      onSubmit={(event) => {
        event.preventDefault();
        if (choice === undefined || field === undefined) return;
        onSweep(sweepOf(choice, (options, value) => setOption(options, field, value), range));
      }}
    >
      <label className="flex items-center gap-1">
        Try values of
        <select
          className="field max-w-64"
          value={at}
          onChange={({ target }) => {
            setAt(Number(target.value));
            setTyped(null);
          }}
        >
          {choices.map(({ kind, pin }, i) => (
            <option key={i} value={i}>
              {policies.findLast((listed) => listed.kind === kind)?.title ?? kind}
              {pin === false ? "" : ", with pinning"}
            </option>
          ))}
        </select>
      </label>
      <label className="flex items-center gap-1">
        option
        <select
          className="field code"
          value={field === undefined ? "" : nameOf(field.path)}
          onChange={({ target }) => {
            setName(target.value);
            setTyped(null);
          }}
        >
          {fields.map(({ path }) => (
            <option key={nameOf(path)}>{nameOf(path)}</option>
          ))}
        </select>
      </label>
      {bound("from")}
      {bound("to")}
      <button type="submit" className="btn" disabled={busy || field === undefined}>
        Try them
      </button>
      <span className="text-ink-3">{SWEEP_LIMIT_TEXT}</span>
    </form>
  );
}
