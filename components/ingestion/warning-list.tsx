import Link from "next/link";
import type { WarningRow } from "@/lib/view/ingestion/warning-rows";
import { listWarningGroups } from "@/lib/view/ingestion/warning-rows";
import { Time } from "../ui/time";

/** What to do is said once for all that ask for the same. */
export function WarningList({ rows }: { rows: readonly WarningRow[] }) {
  return listWarningGroups(rows).map(({ advice, rows: alike }) => (
    <section key={advice} aria-label={advice} className="mt-3">
      <p className="border-t border-line pt-3">
        <span className="text-ink-3">What to do: </span>
        {advice}
      </p>
      <Warnings rows={alike} />
    </section>
  ));
}

function Warnings({ rows }: { rows: readonly WarningRow[] }) {
  return (
    <ol className="mt-2 grid gap-x-8 lg:grid-cols-2">
      {rows.map((row) => (
        <li key={`${row.code} ${row.source}`} className="min-w-0 border-t border-line py-2">
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
            <h2 className="font-medium">{row.kind}</h2>
            <span className="text-ink-2">{row.source}</span>
            <span className="num ml-auto text-ink-2">{row.times}</span>
          </div>
          <p className="max-w-prose pt-0.5 text-ink-2">{row.message}</p>
          <p className="pt-0.5 text-xs text-ink-3">
            {row.href !== null && (
              <>
                <Link href={row.href} className="text-accent underline underline-offset-2">
                  the session
                </Link>
                {", "}
              </>
            )}
            first <Time iso={row.firstAt} className="num" />, last <Time iso={row.lastAt} className="num" />
          </p>
          {row.sample.length > 0 && <Sample fields={row.sample} />}
        </li>
      ))}
    </ol>
  );
}

function Sample({ fields }: { fields: WarningRow["sample"] }) {
  return (
    <details className="pt-1 text-xs">
      <summary className="cursor-pointer text-ink-2">Where it was found last</summary>
      <dl className="mt-1 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-0.5">
        {fields.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="trace-text">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
