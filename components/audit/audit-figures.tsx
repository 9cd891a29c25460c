import type { AuditFigure } from "@/lib/view/audit/audit-model";

/** What to know first of all sessions. */
export function AuditFigures({ figures }: { figures: readonly AuditFigure[] }) {
  if (figures.length === 0) return null;
  return (
    <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 border-y border-line py-3 lg:grid-cols-4">
      {figures.map(({ label, value, words, detail }) => (
        <div key={label} className="min-w-0">
          <dt className="text-xs text-ink-3">{label}</dt>
          <dd>
            <span className="num block truncate text-lg font-medium" dir="auto" title={value}>
              {value}
            </span>
            <span className="block text-xs text-ink-2">{words}</span>
            {detail !== null && (
              <details className="text-xs text-ink-3">
                <summary className="inline-flex min-h-6 w-fit cursor-pointer items-center underline underline-offset-2">
                  more
                </summary>
                {detail}
              </details>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
