import { useId } from "react";

interface Props {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (turn: number) => void;
}

export function TurnField({ label, value, min, max, onChange }: Props) {
  const id = useId();
  const go = (turn: number) => {
    if (Number.isInteger(turn) && turn >= min && turn <= max && turn !== value) onChange(turn);
  };
  const step = (by: -1 | 1, glyph: string, words: string) => (
    <button
      type="button"
      className="btn px-2"
      aria-label={`${label}: ${words}`}
      disabled={by < 0 ? value <= min : value >= max}
      onClick={() => go(value + by)}
    >
      {glyph}
    </button>
  );
  return (
    <span className="inline-flex items-center gap-1">
      <label htmlFor={id} className="mr-1 text-base font-medium">
        {label}
      </label>
      {step(-1, "←", "previous turn")}
      <input
        id={id}
        key={value}
        className="field num w-16 text-center"
        inputMode="numeric"
        defaultValue={value}
        onBlur={(event) => go(Number(event.target.value))}
        onKeyDown={(event) => {
          if (event.key === "Enter") go(Number(event.currentTarget.value));
        }}
      />
      {step(1, "→", "next turn")}
    </span>
  );
}
