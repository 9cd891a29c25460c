import type { InputHTMLAttributes } from "react";

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string;
}

export function LabelledField({ label, hint, ...input }: Props) {
  const hintId = hint === undefined ? undefined : `${input.name}-hint`;
  return (
    <div>
      <label className="block text-xs">
        {label}
        <input className="field mt-1 w-full" aria-describedby={hintId} {...input} />
      </label>
      {hint !== undefined && (
        <p id={hintId} className="mt-0.5 text-2xs text-ink-3">
          {hint}
        </p>
      )}
    </div>
  );
}
