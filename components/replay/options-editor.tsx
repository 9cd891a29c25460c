import JSON5 from "json5";
import { useState } from "react";
import type { Json, JsonObject, ListedPolicy } from "@/lib/view/replay/replay-input";
import type { FormField } from "@/lib/view/replay/form-fields";
import { listFormFields, findOptionAt, setOption } from "@/lib/view/replay/form-fields";
import { readPastedOptions } from "@/lib/view/replay/vendor-configuration";
import CopyConfiguration from "./copy-configuration";

interface Props {
  readonly letter: string;
  readonly policy: ListedPolicy;
  readonly options: JsonObject;
  readonly onChange: (options: JsonObject) => void;
}

export default function OptionsEditor(props: Props) {
  return (
    <div className="mt-2 grid gap-4 lg:grid-cols-2">
      <OptionsForm {...props} />
      <OptionsText {...props} />
    </div>
  );
}

/** The options that a form input can show, under the vendor's own names. An empty input shows the default. */
function OptionsForm({ policy, options, onChange }: Props) {
  const fields = listFormFields(policy.options);
  if (fields.length === 0)
    return <p className="text-xs text-ink-3">These options can only be changed as text.</p>;
  return (
    <div className="grid grid-cols-1 gap-1">
      {fields.map((field) => (
        <label
          key={field.path.join(".")}
          className="grid grid-cols-[minmax(0,1fr)_8.5rem] items-center gap-2 text-xs"
        >
          <span className="code truncate text-ink-2" title={field.path.join(".")}>
            {field.path.join(".")}
          </span>
          <FieldInput
            field={field}
            value={findOptionAt(options, field.path)}
            onChange={(value) => onChange(setOption(options, field, value))}
          />
        </label>
      ))}
    </div>
  );
}

function FieldInput({
  field: { kind, choices, min, max, standing },
  value,
  onChange,
}: {
  field: FormField;
  value: Json | undefined;
  onChange: (value: Json | undefined) => void;
}) {
  if (kind === "flag") {
    return (
      <input
        type="checkbox"
        checked={(value ?? standing) === true}
        onChange={({ target }) => onChange(target.checked === standing ? undefined : target.checked)}
      />
    );
  }
  if (kind === "choice") {
    return (
      <select
        className="field w-full"
        value={String(value ?? standing ?? "")}
        onChange={({ target }) => onChange(target.value === standing ? undefined : target.value)}
      >
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  }
  return (
    <input
      className="field num w-full"
      type={kind === "number" ? "number" : "text"}
      step="any"
      min={min ?? undefined}
      max={max ?? undefined}
      value={value === undefined || value === null ? "" : String(value)}
      placeholder={standing === null ? "none" : String(standing)}
      onChange={({ target }) => {
        if (target.value === "") return onChange(undefined);
        onChange(kind === "number" ? Number(target.value) : target.value);
      }}
    />
  );
}

/**
 * The options as JSON or JSON5, as in the vendor's file. From a pasted file or request, takes the part with the options.
 * Text that does not parse yet stays as typed.
 */
function OptionsText({ letter, policy, options, onChange }: Props) {
  const standing = JSON.stringify(options, null, 2);
  const [typed, setTyped] = useState<{ readonly text: string; readonly means: string } | null>(null);
  const [problem, setProblem] = useState("");
  const type = (text: string) => {
    const read = readObject(text);
    if (typeof read === "string") {
      setProblem(read);
      setTyped({ text, means: standing });
      return;
    }
    const options = readPastedOptions(read, policy.configuration);
    setProblem("");
    setTyped({ text, means: JSON.stringify(options, null, 2) });
    onChange(options);
  };
  return (
    <div>
      <textarea
        className="code h-44 w-full rounded border border-line-strong bg-surface p-2 text-xs"
        spellCheck={false}
        aria-label={`Options of ${letter} as JSON or JSON5`}
        aria-invalid={problem !== ""}
        value={typed?.means === standing ? typed.text : standing}
        onChange={({ target }) => type(target.value)}
      />
      <div className="flex flex-wrap items-center gap-2 text-xs">
        <CopyConfiguration policy={policy} options={options} />
        <span role="status" style={{ color: "var(--state-dangling)" }}>
          {problem}
        </span>
      </div>
    </div>
  );
}

function readObject(text: string): JsonObject | string {
  try {
    const value: unknown = JSON5.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : "Expected an object of options.";
  } catch (error) {
    return error instanceof Error ? error.message : "This is not JSON or JSON5.";
  }
}
