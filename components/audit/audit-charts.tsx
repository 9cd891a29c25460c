import Link from "next/link";
import type { AuditChart } from "@/lib/view/audit/audit-charts";

export function AuditCharts({ charts }: { charts: readonly AuditChart[] }) {
  return (
    <div className="mt-4 grid gap-x-10 gap-y-6 lg:grid-cols-3">
      {charts.map(({ title, note, bars }) => (
        <figure key={title} className="min-w-0">
          <figcaption>
            <h2 className="font-medium">{title}</h2>
            {note !== "" && <p className="text-xs text-ink-3">{note}</p>}
          </figcaption>
          <ul className="mt-2 grid gap-1.5 text-xs">
            {bars.map((bar) => (
              <li key={bar.key} className="grid grid-cols-[7rem_minmax(0,1fr)_4.5rem] items-center gap-2">
                {bar.href === null ? (
                  <span className="truncate" dir="auto">
                    {bar.label}
                  </span>
                ) : (
                  <Link className="truncate hover:underline" href={bar.href} title={bar.label} dir="auto">
                    {bar.label}
                  </Link>
                )}
                <span className="relative h-3 rounded-xs bg-sunken">
                  <span
                    className="absolute inset-y-0 left-0 rounded-xs bg-(--kind-tool)"
                    style={{ width: `${bar.length * 100}%` }}
                  />
                  {bar.interval !== null && (
                    <span
                      className="absolute top-1/2 h-px bg-(--ink)"
                      style={{
                        left: `${bar.interval.low * 100}%`,
                        width: `${(bar.interval.high - bar.interval.low) * 100}%`,
                      }}
                    />
                  )}
                </span>
                <span className="num text-right">{bar.text}</span>
              </li>
            ))}
          </ul>
        </figure>
      ))}
    </div>
  );
}
