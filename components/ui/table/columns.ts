import {
  columnFilteringFeature,
  columnVisibilityFeature,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/react-table";
import type { ColumnDef, RowData } from "@tanstack/react-table";
import type { ReactNode } from "react";
import { compareCells } from "@/lib/view/format/cell-order";
import type { CellValue } from "@/lib/view/format/cell-order";

export interface TableColumn<Row> {
  readonly id: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** What the column is sorted and searched by; `null` for nothing. Without it the column is neither. */
  readonly value?: (row: Row) => CellValue;
  readonly numeric?: boolean;
  /** Whether the cell is the heading of its row. Such a column cannot be hidden. */
  readonly heading?: boolean;
  readonly color?: string;
  readonly className?: string;
}

export const features = tableFeatures({
  columnFilteringFeature,
  columnVisibilityFeature,
  globalFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
});

export function columnDefs<Row extends RowData>(
  columns: readonly TableColumn<Row>[],
): ColumnDef<typeof features, Row>[] {
  return columns.map(({ id, label, cell, value, heading = false }) => ({
    id,
    header: label,
    accessorFn: (row) => value?.(row) ?? undefined,
    cell: ({ row }) => cell(row.original),
    enableSorting: value !== undefined,
    enableGlobalFilter: value !== undefined,
    enableHiding: !heading,
    sortUndefined: "last",
    sortFn: (a, b) => compareCells(a.getValue<CellValue>(id), b.getValue<CellValue>(id)),
  }));
}
