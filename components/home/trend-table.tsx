import type { TableData } from "@/lib/view/format/table-data";

export function TrendTable({ table: { columns, rows }, title }: { table: TableData; title: string }) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={title}>
      <table className="mt-1">
        <thead>
          <tr className="border-b border-line-strong text-ink-3">
            {columns.map(({ key, label, numeric }) => (
              <th
                key={key}
                scope="col"
                className={`px-2 py-1 first:pl-0 ${numeric === true ? "text-right" : ""}`}
                dir="auto"
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={String(row[0])} className="border-b border-line">
              {row.map((cell, i) => (
                <td
                  key={columns[i]?.key}
                  className={`num px-2 py-0.5 first:pl-0 ${i === 0 ? "" : "text-right"}`}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
