import type { Header, RowData } from "@tanstack/react-table";
import type { features, TableColumn } from "./columns";
import { SortLabel } from "./sort-label";

interface Props<Row extends RowData> {
  headers: readonly Header<typeof features, Row>[];
  columns: ReadonlyMap<string, TableColumn<Row>>;
}

const ORDERS = { asc: "ascending", desc: "descending" } as const;

export function TableHead<Row extends RowData>({ headers, columns }: Props<Row>) {
  return (
    <thead className="sticky top-0 bg-surface">
      <tr className="border-b border-line-strong text-ink-3">
        {headers.map(({ id, column }) => {
          const { label = "", numeric = false, color } = columns.get(column.id) ?? {};
          const order = column.getIsSorted();
          const className = `py-1.5 pr-4 font-normal whitespace-nowrap ${numeric ? "text-right" : "text-left"}`;
          if (!column.getCanSort())
            return label === "" ? (
              <td key={id} />
            ) : (
              <th key={id} scope="col" className={className} style={{ color }}>
                {label}
              </th>
            );
          return (
            <th
              key={id}
              scope="col"
              aria-sort={order === false ? "none" : ORDERS[order]}
              className={className}
              style={{ color }}
            >
              <button
                type="button"
                className="-my-1 py-1 hover:text-ink"
                onClick={() => column.toggleSorting()}
              >
                <SortLabel label={label} order={order === false ? null : order} numeric={numeric} />
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
