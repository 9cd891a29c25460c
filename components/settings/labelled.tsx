import type { ReactNode } from "react";

/** A field with its name above it. */
export function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="flex min-w-0 flex-col gap-1 text-xs text-ink-2">
      {label}
      {children}
    </label>
  );
}
