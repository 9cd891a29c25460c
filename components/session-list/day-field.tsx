interface Props {
  label: string;
  /** An ISO instant. */
  value: string | null;
  onChange: (value: string | null) => void;
}

export function DayField({ label, value, onChange }: Props) {
  return (
    <label className="flex items-center gap-1.5 text-xs text-ink-2">
      {label}
      <input
        type="date"
        className="field"
        value={value?.slice(0, 10) ?? ""}
        onChange={({ target: { value: day } }) => onChange(day === "" ? null : `${day}T00:00:00Z`)}
      />
    </label>
  );
}
