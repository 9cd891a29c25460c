import {
  columnVisibilityFeature,
  createColumnHelper,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import type { RowSelectionState } from "@tanstack/react-table";
import { useRouter } from "next/navigation";
import type { MouseEvent } from "react";
import type { SessionRow } from "@/lib/view/session-rows";
import { hintOf } from "@/lib/view/glossary";
import type { ListColumn } from "@/lib/view/sessions/columns";
import { LIST_COLUMNS } from "@/lib/view/sessions/columns";
import { RowKeys } from "./row-keys";
import { SESSION_CELLS } from "./session-cells";
import { SessionName } from "./session-name";
import { SortHeader } from "./sort-header";

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });
const helper = createColumnHelper<typeof features, SessionRow>();
const NAME = "name";
const columns = [
  helper.display({ id: NAME, cell: ({ row }) => <SessionName row={row.original} />, enableHiding: false }),
  ...LIST_COLUMNS.map(({ id }) => helper.display({ id, cell: ({ row }) => SESSION_CELLS[id](row.original) })),
];
const BY_ID = new Map<string, ListColumn>(LIST_COLUMNS.map((column) => [column.id, column]));

interface Props {
  rows: readonly SessionRow[];
  shown: readonly ListColumn[];
  selected: RowSelectionState;
  /** `null` when the reader can do nothing with a selection. */
  onSelect: ((selected: RowSelectionState) => void) | null;
}

export function SessionTable({ rows, shown, selected, onSelect }: Props) {
  const router = useRouter();
  const visible = new Set<string>(shown.map(({ id }) => id));
  const table = useTable({
    features,
    columns,
    data: [...rows],
    getRowId: (row) => row.id,
    state: {
      columnVisibility: Object.fromEntries(LIST_COLUMNS.map(({ id }) => [id, visible.has(id)])),
      rowSelection: selected,
    },
    onRowSelectionChange: (next) => onSelect?.(typeof next === "function" ? next(selected) : next),
  });
  const listed = table.getRowModel().rows;
  const open = (event: MouseEvent, href: string) => {
    const onControl = event.target instanceof Element && event.target.closest("a, button, input, label");
    if (onControl || event.defaultPrevented || document.getSelection()?.isCollapsed === false) return;
    if (event.metaKey || event.ctrlKey) window.open(href, "_blank", "noopener");
    else router.push(href);
  };
  return (
    <div className="mt-3 overflow-x-auto" tabIndex={0} role="region" aria-label="Sessions">
      <RowKeys onSelect={(id) => listed.find((row) => row.id === id)?.toggleSelected()} />
      <table className="w-full sm:min-w-[64rem]">
        <thead>
          <tr className="border-b border-line-strong text-xs text-ink-3">
            {onSelect !== null && (
              <th scope="col" className="w-7 max-sm:hidden">
                <input
                  type="checkbox"
                  aria-label="Select all on this page"
                  checked={table.getIsAllRowsSelected()}
                  onChange={(event) => table.toggleAllRowsSelected(event.target.checked)}
                />
              </th>
            )}
            <SortHeader sort="name" label="Session" className="w-[56%] pr-4 pl-0 sm:w-[28%]" />
            {shown.map((column) => (
              <ColumnHead key={column.id} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {listed.map((row) => (
            <tr
              key={row.id}
              data-session={row.id}
              className={`cursor-pointer border-b border-line focus-within:bg-sunken hover:bg-sunken ${row.getIsSelected() ? "bg-sunken" : ""}`}
              onClick={(event) => open(event, row.original.href)}
            >
              {onSelect !== null && (
                <td className="max-sm:hidden">
                  <input
                    type="checkbox"
                    aria-label={`Select ${row.original.title}`}
                    checked={row.getIsSelected()}
                    onChange={(event) => row.toggleSelected(event.target.checked)}
                  />
                </td>
              )}
              {row.getVisibleCells().map((cell) => (
                <td key={cell.id} className={cellClass(BY_ID.get(cell.column.id))}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function cellClass(column: ListColumn | undefined): string {
  if (column === undefined) return "max-w-0 py-1.5 pr-4";
  return `px-2 whitespace-nowrap ${column.numeric ? "num text-right" : ""} ${column.narrow ? "" : "max-sm:hidden"}`;
}

function ColumnHead({ column: { label, sort, numeric, title, narrow } }: { column: ListColumn }) {
  const className = narrow ? "" : "max-sm:hidden";
  const hint = title ?? hintOf(label);
  const titled = hint === null ? {} : { title: hint };
  if (sort !== null)
    return <SortHeader sort={sort} label={label} numeric={numeric} className={className} {...titled} />;
  return (
    <th
      scope="col"
      className={`px-2 py-1.5 ${numeric ? "text-right" : "text-left"} ${className}`}
      {...titled}
    >
      {label}
    </th>
  );
}
