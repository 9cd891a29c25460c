import type { ReactNode } from "react";
import { DayField } from "./day-field";

interface Props {
  from: string | null;
  to: string | null;
  hasSides: boolean;
  onDays: (days: { from: string | null } | { to: string | null }) => void;
  onSides: (on: boolean) => void;
  /** The other filters; `null` while only the days are set. */
  children: ReactNode;
}

/** What is seldom filtered by. It stands while it is asked for, and the days while they are set. */
export default function MoreFilters({ from, to, hasSides, onDays, onSides, children }: Props) {
  return (
    <div className="flex w-full flex-wrap items-center gap-2">
      {children}
      <DayField label="From" value={from} onChange={(day) => onDays({ from: day })} />
      <DayField label="before" value={to} onChange={(day) => onDays({ to: day })} />
      {children !== null && (
        <label className="flex min-h-6 items-center gap-1.5 text-xs text-ink-2">
          <input type="checkbox" checked={hasSides} onChange={({ target }) => onSides(target.checked)} />
          also sub-agents, and calls that a harness made on the side
        </label>
      )}
    </div>
  );
}
