interface Props<Value extends string> {
  label: string;
  value: Value;
  options: Readonly<Record<Value, string>>;
  onChoose: (value: Value) => void;
}

export function Segmented<Value extends string>({ label, value, options, onChoose }: Props<Value>) {
  return (
    <div role="group" aria-label={label} className="flex">
      {(Object.entries(options) as [Value, string][]).map(([option, words]) => (
        <button
          key={option}
          type="button"
          className="btn -ml-px rounded-none first:rounded-l last:rounded-r aria-pressed:bg-sunken aria-pressed:font-medium"
          aria-pressed={value === option}
          onClick={() => onChoose(option)}
        >
          {words}
        </button>
      ))}
    </div>
  );
}
