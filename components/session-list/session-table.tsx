import Link from "next/link";
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

/** Where there is no room for columns, a row is a card: its name and story, and below them its figures in a line. */
export function SessionTable({ rows, shown, hints, selected, onSelect }: Props) {
  const router = useRouter();
  const [only, ...others] = rows.filter(({ id }) => selected.has(id));
  const first = others.length === 0 ? only?.id : undefined;
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
      <table className="w-full max-sm:block sm:min-w-[64rem]">
        <thead className="max-sm:block">
          <tr className="border-b border-line-strong text-xs text-ink-3 max-sm:flex">
            {onSelect !== null && (
              <th scope="col" className="w-7 max-sm:w-8 max-sm:content-center">
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
            <SortHeader sort="name" label="Session" className="pr-4 pl-0 sm:w-[52%]" />
            {shown.map((column) => (
              <ColumnHead key={column.id} column={column} hint={column.title ?? hints[column.label]} />
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map((row) => (
            <tr
              key={row.id}
              data-session={row.id}
              className={`${ROW} ${onSelect === null ? "" : "max-sm:pl-8"} ${selected.has(row.id) ? "bg-sunken" : ""}`}
              onClick={(event) => open(event, row.href)}
            >
              {onSelect !== null && (
                <td className="max-sm:absolute max-sm:top-0 max-sm:left-0">
                  {/* A label takes the press beside the box, which else would open the row. */}
                  <label className="flex max-sm:min-h-14 max-sm:min-w-8 max-sm:pt-1.5 sm:items-center">
                    <input
                      type="checkbox"
                      aria-label={`Select ${row.title}`}
                      checked={selected.has(row.id)}
                      onChange={(event) => select([row.id], event.target.checked)}
                    />
                  </label>
                </td>
              )}
              <td className="py-1.5 max-sm:w-full max-sm:pb-0 sm:relative sm:max-w-0 sm:pr-4">
                <SessionName row={row} />
                {first !== undefined && first !== row.id && (
                  <Link
                    href={`/compare?a=${first}&b=${row.id}`}
                    prefetch={false}
                    className="alone absolute top-1 right-1 bg-raised px-1.5 text-xs text-accent shadow-(--shadow) underline-offset-2 hover:underline focus:opacity-100 sm:opacity-0 sm:group-hover:opacity-100"
                  >
                    Compare with the selected
                  </Link>
                )}
              </td>
              {shown.map((column) => (
                <td
                  key={column.id}
                  {...(!column.isPlain && { "data-label": column.label })}
                  className={cellClass(column)}
                >
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

const ROW =
  "group cursor-pointer border-b border-line focus-within:bg-sunken hover:bg-sunken max-sm:relative max-sm:flex max-sm:flex-wrap max-sm:gap-x-4 max-sm:pb-1.5";

function cellClass(column: ListColumn): string {
  return `whitespace-nowrap max-sm:inline-flex max-sm:text-xs sm:px-2 ${column.numeric ? "num text-right" : ""}`;
}

interface HeadProps {
  column: ListColumn;
  hint: string | undefined;
}

function ColumnHead({ column: { label, sort, numeric }, hint }: HeadProps) {
  const titled = hint === undefined ? {} : { title: hint };
  if (sort !== null)
    return <SortHeader sort={sort} label={label} numeric={numeric} className="max-sm:hidden" {...titled} />;
  return (
    <th
      scope="col"
      className={`px-2 py-1.5 max-sm:hidden ${numeric ? "text-right" : "text-left"}`}
      {...titled}
    >
      {label}
    </th>
  );
}
