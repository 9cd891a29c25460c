import type { Json, JsonObject } from "@/lib/view/replay/replay-input";
import type { FormField } from "@/lib/view/replay/form-fields";
import { optionAt, withOption } from "@/lib/view/replay/form-fields";

interface Props {
  readonly fields: readonly FormField[];
  readonly options: JsonObject;
  readonly onChange: (options: JsonObject) => void;
}

/** The options that a form input can show, under the vendor's own names. An empty input shows the default. */
export function OptionsForm({ fields, options, onChange }: Props) {
  if (fields.length === 0) return <p className="text-xs text-ink-3">No option has an input; see the text.</p>;
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
            value={optionAt(options, field.path)}
            onChange={(value) => onChange(withOption(options, field, value))}
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
        {choices.map((one) => (
          <option key={one}>{one}</option>
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
