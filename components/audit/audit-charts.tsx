import Link from "next/link";
import type { AuditChart } from "@/lib/view/audit/audit-charts";
import { pickSeverityLook } from "@/lib/view/severity";

export function AuditCharts({ charts }: { charts: readonly AuditChart[] }) {
  return (
    <div
      className={`mt-5 grid gap-x-10 gap-y-6 ${charts.length > 2 ? "lg:grid-cols-2 2xl:grid-cols-4" : "lg:grid-cols-2"}`}
    >
      {charts.map(({ title, note, bars }) => (
        <figure key={title} className="min-w-0">
          <figcaption>
            <h2 className="font-medium">{title}</h2>
            {note !== "" && <p className="text-xs text-ink-3">{note}</p>}
          </figcaption>
          <ul className="mt-2 grid gap-1.5 text-xs">
            {bars.map((bar) => (
              <li
                key={bar.key}
                className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)_4.5rem] items-center gap-2"
              >
                {bar.href === null ? (
                  <span className="truncate" dir="auto">
                    {bar.label}
                  </span>
                ) : (
                  <Link
                    className="inline-block min-h-6 leading-6 wrap-anywhere hover:underline"
                    href={bar.href}
                    title={bar.label}
                    dir="auto"
                  >
                    {bar.severity !== undefined && <Sign severity={bar.severity} />}
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

function Sign({ severity }: { severity: NonNullable<AuditChart["bars"][number]["severity"]> }) {
  const { glyph, className } = pickSeverityLook(severity);
  return (
    <span className={className}>
      <span aria-hidden className="mr-1 text-2xs">
        {glyph}
      </span>
      <span className="sr-only">{severity}: </span>
    </span>
  );
}
