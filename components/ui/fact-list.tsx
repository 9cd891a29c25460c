import type { ReactNode } from "react";
import { Hinted } from "./hinted";

/** On a narrow screen the facts stand on one line that scrolls, to leave room for the page. */
export function FactList({ children }: { children: ReactNode }) {
  return (
    <dl className="mt-2 flex flex-wrap items-baseline gap-x-6 gap-y-1 text-xs max-sm:-mx-4 max-sm:flex-nowrap max-sm:gap-x-5 max-sm:overflow-x-auto max-sm:px-4 max-sm:pb-1 max-sm:whitespace-nowrap">
      {children}
    </dl>
  );
}

export function Fact({ label, title, children }: { label: string; title?: string; children: ReactNode }) {
  return (
    <div className="flex shrink-0 items-baseline gap-1.5" title={title}>
      <dt className="text-ink-3">
        <Hinted label={label} />
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
