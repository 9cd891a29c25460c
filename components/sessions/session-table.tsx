import { useRouter } from "next/navigation";
import type { MouseEvent } from "react";
import type { SessionRow } from "@/lib/view/session-rows";
import type { ListColumn } from "@/lib/view/sessions/columns";
import { RowKeys } from "./row-keys";
import { SESSION_CELLS } from "./session-cells";
import { SessionName } from "./session-name";
import { SortHeader } from "./sort-header";

interface Props {
  rows: readonly SessionRow[];
  shown: readonly ListColumn[];
  /** By the label of a column. */
  hints: Readonly<Record<string, string>>;
  selected: ReadonlySet<string>;
  /** `null` when the reader can do nothing with a selection. */
  onSelect: ((selected: ReadonlySet<string>) => void) | null;
}

export function SessionTable({ rows, shown, hints, selected, onSelect }: Props) {
  const router = useRouter();
  const select = (ids: readonly string[], on: boolean) => {
    const next = new Set(selected);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    onSelect?.(next);
  };
  const open = (event: MouseEvent, href: string) => {
    const onControl = event.target instanceof Element && event.target.closest("a, button, input, label");
    if (onControl || event.defaultPrevented || document.getSelection()?.isCollapsed === false) return;
    if (event.metaKey || event.ctrlKey) window.open(href, "_blank", "noopener");
    else router.push(href);
  };
  return (
    <div className="mt-3 overflow-x-auto" tabIndex={0} role="region" aria-label="Sessions">
      <RowKeys onSelect={(id) => select([id], !selected.has(id))} />
      <table className="w-full sm:min-w-[64rem]">
        <thead>
          <tr className="border-b border-line-strong text-xs text-ink-3">
            {onSelect !== null && (
              <th scope="col" className="w-7 max-sm:w-8">
                <input
                  type="checkbox"
                  aria-label="Select all on this page"
                  checked={rows.every(({ id }) => selected.has(id))}
                  onChange={(event) =>
                    select(
                      rows.map(({ id }) => id),
                      event.target.checked,
                    )
                  }
                />
              </th>
            )}
            <SortHeader sort="name" label="Session" className="w-[56%] pr-4 pl-0 sm:w-[52%]" />
            {shown.map((column) => (
              <ColumnHead key={column.id} column={column} hint={column.title ?? hints[column.label]} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.id}
              data-session={row.id}
              className={`cursor-pointer border-b border-line focus-within:bg-sunken hover:bg-sunken ${selected.has(row.id) ? "bg-sunken" : ""}`}
              onClick={(event) => open(event, row.href)}
            >
              {onSelect !== null && (
                <td>
                  {/* A label takes the press beside the box, which else would open the row. */}
                  <label className="flex items-center max-sm:min-h-14 max-sm:min-w-8">
                    <input
                      type="checkbox"
                      aria-label={`Select ${row.title}`}
                      checked={selected.has(row.id)}
                      onChange={(event) => select([row.id], event.target.checked)}
                    />
                  </label>
                </td>
              )}
              <td className="max-w-0 py-1.5 pr-4 max-sm:pr-2">
                <SessionName row={row} />
              </td>
              {shown.map((column) => (
                <td key={column.id} className={cellClass(column)}>
                  {SESSION_CELLS[column.id](row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function cellClass(column: ListColumn): string {
  return `px-2 whitespace-nowrap ${column.numeric ? "num text-right" : ""} ${column.narrow ? "" : "max-sm:hidden"}`;
}

interface HeadProps {
  column: ListColumn;
  hint: string | undefined;
}

function ColumnHead({ column: { label, sort, numeric, narrow }, hint }: HeadProps) {
  const className = narrow ? "" : "max-sm:hidden";
  const titled = hint === undefined ? {} : { title: hint };
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
