import { useMemo } from "react";
import type { Cell, TableData } from "@/lib/view/format/table-data";
import type { TableColumn } from "../ui/table/columns";
import { Table } from "../ui/table/table";

interface NumberedRow {
  readonly no: number;
  readonly cells: readonly Cell[];
}

export function TurnTable({ table }: { table: TableData }) {
  const columns = useMemo(() => columnsOf(table), [table]);
  const rows = useMemo(() => table.rows.map((cells, no) => ({ no, cells })), [table]);
  return <Table label="Turns of the incident" columns={columns} rows={rows} rowId={({ no }) => String(no)} />;
}

function columnsOf({ columns }: TableData): readonly TableColumn<NumberedRow>[] {
  return columns.map(({ key, label, numeric = false }, i) => ({
    id: key,
    label,
    numeric,
    value: ({ cells }) => valueOf(cells[i] ?? null),
    cell: ({ cells }) => cells[i] ?? "–",
  }));
}

function valueOf(cell: Cell): string | number | null {
  return typeof cell === "boolean" ? String(cell) : cell;
}
