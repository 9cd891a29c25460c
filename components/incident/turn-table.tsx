import type { TableData } from "@/lib/view/format/table-data";

export function TurnTable({ table: { columns, rows } }: { table: TableData }) {
  return (
    <div className="max-h-96 overflow-auto" tabIndex={0} role="region" aria-label="Turns of the incident">
      <table className="w-full text-xs">
        <thead className="sticky top-0 bg-surface">
          <tr>
            {columns.map(({ key, label, numeric }) => (
              <th key={key} scope="col" className={`border-b border-line-strong py-1 pr-4 ${align(numeric)}`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i} className="border-b border-line">
              {row.map((cell, j) => (
                <td key={columns[j]?.key} className={`num py-1 pr-4 ${align(columns[j]?.numeric)}`}>
                  {cell ?? "–"}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function align(numeric: boolean | undefined): string {
  return numeric === true ? "text-right" : "";
}
