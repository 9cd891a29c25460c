import type { ReactNode } from "react";
import { Hinted } from "./hinted";

interface ListProps {
  /** Whether few facts stand in one line on a narrow screen. */
  isLine?: boolean;
  children: ReactNode;
}

/** On a narrow screen the facts stand in two columns. */
export function FactList({ isLine = false, children }: ListProps) {
  const narrow = isLine ? "max-sm:gap-x-3" : "max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4";
  return (
    <dl className={`mt-2 flex flex-wrap items-baseline gap-x-6 gap-y-1 text-xs ${narrow}`}>{children}</dl>
  );
}

interface FactProps {
  label: string;
  title?: string;
  /** Left out where the screen is narrow. */
  isWideOnly?: boolean;
  children: ReactNode;
}

export function Fact({ label, title, isWideOnly = false, children }: FactProps) {
  const narrow = isWideOnly ? "max-sm:hidden" : "";
  return (
    <div className={`flex items-baseline gap-x-1.5 max-sm:flex-wrap sm:shrink-0 ${narrow}`} title={title}>
      <dt className="text-ink-3">
        <Hinted label={label} />
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
