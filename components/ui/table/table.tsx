import { useTable } from "@tanstack/react-table";
import type { RowData } from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { isFoundIn } from "@/lib/view/format/cell-order";
import type { CellValue } from "@/lib/view/format/cell-order";
import { ColumnMenu } from "../menu/column-menu";
import { columnDefs, features } from "./columns";
import type { TableColumn } from "./columns";
import { TableHead } from "./table-head";

interface Props<Row> {
  /** For readers who do not see the table. */
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  selected?: string | null;
  className?: string;
}

/** A table with fewer rows is read at a glance: it has no search and no choice of columns. */
const TOOLS_FROM_ROWS = 8;

/** All rows are in the page. A list of thousands is virtualised instead. */
export function Table<Row extends RowData>(props: Props<Row>) {
  const { label, columns, rows, rowId, selected = null, className = "" } = props;
  const [search, setSearch] = useState("");
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const defs = useMemo(() => columnDefs(columns), [columns]);
  const data = useMemo(() => [...rows], [rows]);
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const table = useTable({
    features,
    columns: defs,
    data,
    getRowId: rowId,
    getColumnCanGlobalFilter: ({ id }) => byId.get(id)?.value !== undefined,
    globalFilterFn: (row, id, sought: string) => isFoundIn(row.getValue<CellValue>(id), sought),
    sortDescFirst: false,
    state: {
      globalFilter: search,
      columnVisibility: Object.fromEntries([...hidden].map((id) => [id, false])),
    },
  });
  const shown = table.getRowModel().rows;
  return (
    <>
      {rows.length >= TOOLS_FROM_ROWS && (
        <div className="mt-2 flex items-center gap-2 text-xs print:hidden">
          <input
            type="search"
            className="field w-56"
            placeholder="Find in this table"
            aria-label={`Find in the table: ${label}`}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <ColumnMenu
            columns={columns.filter(({ heading }) => heading !== true)}
            hidden={hidden}
            onChange={setHidden}
          />
          <span role="status" className="text-ink-3">
            {shown.length === rows.length ? "" : `${shown.length} of ${rows.length} rows`}
          </span>
        </div>
      )}
      <div
        className={`mt-1 max-h-[32rem] overflow-auto ${className}`}
        tabIndex={0}
        role="region"
        aria-label={label}
      >
        <table className="w-full text-xs">
          <TableHead headers={table.getHeaderGroups()[0]?.headers ?? []} columns={byId} />
          <tbody>
            {shown.map((row) => (
              <tr
                key={row.id}
                aria-selected={selected === null ? undefined : row.id === selected}
                className={`border-b border-line hover:bg-sunken ${row.id === selected ? "bg-sunken" : ""}`}
              >
                {row.getVisibleCells().map((cell) => (
                  <Cell key={cell.id} column={byId.get(cell.column.id)} row={row.original} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Cell<Row>({ column, row }: { column: TableColumn<Row> | undefined; row: Row }) {
  if (column === undefined) return <td />;
  const { cell, heading = false, numeric = false, className = "" } = column;
  const look = `py-1 pr-4 ${numeric ? "num text-right" : "text-left"} ${className}`;
  if (!heading) return <td className={look}>{cell(row)}</td>;
  return (
    <th scope="row" className={`font-normal ${look}`}>
      {cell(row)}
    </th>
  );
}
