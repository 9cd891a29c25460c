import { useState } from "react";
import type { LinkedCell, LinkedTable } from "@/lib/view/format/linked-table";
import { ExportMenu } from "../../charts/export-menu";
import { ViewLink as Link } from "../view-link";

interface Props {
  tables: readonly LinkedTable[];
  /** The turn of the address: its rows are marked. */
  marked: number | null;
  /** Inside a part of a page: smaller titles and less room. */
  isInner?: boolean;
}

/** Tables whose cells can lead somewhere, each with its title, a note, and exports. */
export function LinkedTables({ tables, marked, isInner = false }: Props) {
  return tables.map((table) => <OneTable key={table.id} table={table} marked={marked} isInner={isInner} />);
}

const ROWS_FIRST = 20;

function OneTable({
  table,
  marked,
  isInner,
}: {
  table: LinkedTable;
  marked: number | null;
  isInner: boolean;
}) {
  const { id, title, note, columns, rows, data } = table;
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, ROWS_FIRST);
  return (
    <section id={id} aria-label={title} className={isInner ? "mt-3" : "mt-8"}>
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        {isInner ? (
          <h3 className="font-medium">{title}</h3>
        ) : (
          <h2 className="text-base font-medium">{title}</h2>
        )}
        <span className="text-xs print:hidden">
          <ExportMenu title={title} data={() => data} svg={null} />
        </span>
      </div>
      <p className="max-w-3xl text-xs text-ink-3">{note}</p>
      <div className="mt-2 overflow-x-auto" tabIndex={0} role="region" aria-label={`${title}, as a table`}>
        <table className={`w-full ${isInner ? "text-xs" : "text-sm"}`}>
          <thead>
            <tr>
              {columns.map(({ label, numeric }) => (
                <th
                  key={label}
                  scope="col"
                  className={`py-1 pr-4 font-normal whitespace-nowrap text-ink-3 ${numeric ? "text-right" : "text-left"}`}
                >
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, turn, cells }) => (
              <tr
                key={key}
                aria-current={(turn !== null && turn === marked) || undefined}
                className="border-t border-line aria-current:bg-sunken"
              >
                {cells.map((cell, n) => (
                  <td
                    key={columns[n]?.label}
                    className={`py-1 pr-4 ${columns[n]?.numeric === true ? "num text-right whitespace-nowrap" : "max-w-96 truncate text-left"}`}
                    dir="auto"
                  >
                    <Words {...cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shown.length && (
        <button type="button" className="btn mt-1 text-xs print:hidden" onClick={() => setAll(true)}>
          Show all {rows.length}
        </button>
      )}
    </section>
  );
}

function Words({ text, href }: LinkedCell) {
  if (href === null) return text;
  return (
    <Link href={href} className="text-accent underline-offset-2 hover:underline">
      {text}
    </Link>
  );
}
