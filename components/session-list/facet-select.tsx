export interface FacetValue {
  readonly value: string;
  readonly count: number;
  /** Its words, where they are not the value itself. */
  readonly label?: string;
}

interface SelectProps {
  label: string;
  values: readonly FacetValue[];
  value: string | null;
  onChange: (value: string | null) => void;
}

export function FacetSelect({ label, values, value, onChange }: SelectProps) {
  const isListed = value === null || values.some((facet) => facet.value === value);
  if (values.length === 0 && isListed) return null;
  return (
    <select
      className="field max-w-48 max-sm:max-w-none max-sm:min-w-0 max-sm:flex-1 max-sm:basis-[45%]"
      aria-label={label}
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
    >
      <option value="">{label}: any</option>
      {/* What the address filters by is said, also where no session has it any more. */}
      {!isListed && <option value={value}>{value} (0)</option>}
      {values.map((facet) => (
        <option key={facet.value} value={facet.value}>
          {facet.label ?? facet.value} ({facet.count})
        </option>
      ))}
    </select>
  );
}
