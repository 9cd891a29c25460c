import type { CompareRow } from "@/lib/view/compare-sessions/model";

/** How the two ended, where they part, and the figures that differ. */
export function CompareHead({ rows, divergence }: { rows: readonly CompareRow[]; divergence: string }) {
  return (
    <section aria-label="What differs" className="mt-4">
      <p className="text-base" dir="auto">
        {divergence}
      </p>
      <dl className="mt-2 grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-4 lg:grid-cols-6">
        {rows.map(({ label, a, b, difference }) => (
          <div key={label} className="min-w-0">
            <dt className="text-xs text-ink-3">{label}</dt>
            <dd className="num flex flex-wrap gap-x-1.5 wrap-anywhere" dir="auto">
              <span style={{ color: "var(--compare-a)" }}>{a}</span>
              <span aria-label="in A, and in B" role="img">
                →
              </span>
              <span style={{ color: "var(--compare-b)" }}>{b}</span>
              {difference !== "differs" && difference !== "" && (
                <span className="text-xs text-ink-3">({difference})</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
