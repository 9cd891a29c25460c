import Link from "next/link";
import type { AuditRow } from "@/lib/view/settings-model";
import { EmptyState } from "../ui/empty-state";
import { Time } from "../ui/time";

export function AuditTable({ rows, nextHref }: { rows: readonly AuditRow[]; nextHref: string | null }) {
  if (rows.length === 0) return <EmptyState title="Nothing was done here yet" />;
  return (
    <>
      <div className="mt-3 overflow-x-auto" tabIndex={0} role="region" aria-label="Audit log">
        <table className="w-full text-xs">
          <thead>
            <tr className="border-b border-line-strong text-ink-3">
              <th className="py-1.5 pr-4">When</th>
              <th className="pr-4">Who</th>
              <th className="pr-4">What</th>
              <th className="pr-4">Particulars</th>
              <th>From</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id} className="border-b border-line align-baseline [&>td]:py-1.5">
                <td className="num pr-4 whitespace-nowrap">
                  <Time iso={row.at} />
                </td>
                <td className="pr-4 whitespace-nowrap">{row.who}</td>
                <td className="pr-4 whitespace-nowrap">{row.what}</td>
                <td className="pr-4">{row.detail}</td>
                <td className="num text-ink-3">{row.from}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {nextHref !== null && (
        <Link href={nextHref} className="btn mt-3">
          Older
        </Link>
      )}
    </>
  );
}
