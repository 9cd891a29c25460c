import Link from "next/link";
import type { AuditCell, AuditTable as Model } from "@/lib/view/audit/audit-model";

export function AuditTable({ table }: { table: Model }) {
  return (
    <section aria-label={table.title} className="mt-6">
      <h2 className="font-medium">{table.title}</h2>
      {table.note !== "" && <p className="text-xs text-ink-2">{table.note}</p>}
      <div className="mt-1 overflow-x-auto" tabIndex={0} role="region" aria-label={`Table: ${table.title}`}>
        <table className="min-w-full sm:min-w-[40rem]">
          <thead>
            <tr className="border-b border-line-strong text-xs text-ink-3">
              <td />
              {table.columns.map((column) => (
                <th key={column} scope="col" className="px-2 py-1.5 text-right font-normal whitespace-nowrap">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(({ key, head, cells }) => (
              <tr key={key} className="border-b border-line hover:bg-sunken">
                <th
                  scope="row"
                  className="max-w-md min-w-32 py-1.5 pr-4 text-left font-medium break-words"
                  dir="auto"
                >
                  <Cell cell={head} />
                </th>
                {cells.map((cell, i) => (
                  <td key={table.columns[i]} className="num px-2 text-right whitespace-nowrap">
                    <Cell cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Cell({ cell: { text, href } }: { cell: AuditCell }) {
  if (href === null) return <span className={text === "0" || text === "–" ? "text-ink-3" : ""}>{text}</span>;
  return (
    <Link
      href={href}
      className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {text}
    </Link>
  );
}
