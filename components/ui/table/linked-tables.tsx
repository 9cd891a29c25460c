import { useState } from "react";
import type { LinkedCell, LinkedTable } from "@/lib/view/format/linked-table";
import { splitPathTail } from "@/lib/view/format/path-tail";
import { ExportMenu } from "../../charts/export-menu";
import { ViewLink as Link } from "../view-link";

interface Props {
  tables: readonly LinkedTable[];
  /** The turn of the address: its rows are marked. */
  marked: number | null;
  /** The selected row, by its table and its key. */
  selected?: string | null;
  /** Inside a part of a page: smaller titles and less room. */
  isInner?: boolean;
}

/**
 * Tables whose cells can lead somewhere, each with its title, a note, and exports. The keys of a list go through their rows.
 * Paper has every row.
 */
export function LinkedTables({ tables, marked, selected = null, isInner = false }: Props) {
  return tables.map((table) => (
    <OneTable key={table.id} table={table} marked={marked} selected={selected} isInner={isInner} />
  ));
}

const ROWS_FIRST = 20;

const TEXT_CELL = "max-w-96 text-left";

/** A row of more columns than this is a card on a telephone: its name, and below it the figures, each with its label. */
const COLUMNS_ABREAST = 3;

/** A cell of so few characters keeps its line on paper, where a long text takes the width. */
const SHORT_CELL = 12;

const CARD = "max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-3 max-sm:py-1";

interface OneProps {
  table: LinkedTable;
  marked: number | null;
  selected: string | null;
  isInner: boolean;
}

function OneTable({ table, marked, selected, isInner }: OneProps) {
  const { id, title, note, columns, rows, data } = table;
  const placeOf = (key: string) => `${id}.${key}`;
  const isBelow = rows.findIndex(({ key }) => placeOf(key) === selected) >= ROWS_FIRST;
  const [all, setAll] = useState(isBelow);
  const shown = all || isBelow ? rows.length : ROWS_FIRST;
  const isCard = columns.length > COLUMNS_ABREAST;
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
        <table
          className={`w-full ${isCard ? "max-sm:block max-sm:[&>tbody]:block" : ""} ${isInner ? "text-xs" : "text-sm"}`}
        >
          <thead className={isCard ? "max-sm:hidden" : ""}>
            <tr>
              {columns.map(({ label, numeric }) => (
                <th
                  key={label}
                  scope="col"
                  className={`py-1 pr-4 align-bottom font-normal whitespace-nowrap text-ink-3 max-sm:pr-2 max-sm:last:pr-0 max-sm:whitespace-normal ${numeric ? "text-right" : "text-left"}`}
                >
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, turn, cells }, at) => {
              const isCurrent = placeOf(key) === selected || (turn !== null && turn === marked);
              const first = cells.findIndex(({ href }) => href !== null);
              return (
                <tr
                  key={key}
                  data-sel={placeOf(key)}
                  {...(first < 0 && { "data-row": true, tabIndex: -1 })}
                  aria-current={isCurrent || undefined}
                  className={`border-t border-line aria-current:bg-sunken ${at < shown ? (isCard ? CARD : "") : "hidden print:table-row"}`}
                >
                  {cells.map((cell, n) => (
                    <td
                      key={columns[n]?.label}
                      data-label={isCard && n > 0 ? columns[n]?.label : undefined}
                      className={`py-1 pr-4 max-sm:pr-2 max-sm:last:pr-0 ${isCard ? (n === 0 ? "max-sm:w-full max-sm:max-w-full max-sm:p-0" : "max-sm:p-0 max-sm:text-xs") : ""} ${columns[n]?.numeric === true ? "num text-right whitespace-nowrap" : TEXT_CELL} ${cell.text.length <= SHORT_CELL ? "print:whitespace-nowrap!" : ""}`}
                      dir="auto"
                      title={columns[n]?.numeric === true ? undefined : cell.text}
                    >
                      <Words {...cell} isRow={n === first} />
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {rows.length > shown && (
        <button type="button" className="btn mt-1 text-xs print:hidden" onClick={() => setAll(true)}>
          Show all {rows.length}
        </button>
      )}
    </section>
  );
}

function Words({ text, href, isRow }: LinkedCell & { isRow: boolean }) {
  if (href === null) return <CutText text={text} />;
  return (
    <Link
      href={href}
      {...(isRow && { "data-row": true })}
      aria-label={text}
      className="inline-block max-w-full text-accent underline-offset-2 hover:underline print:inline"
    >
      <CutText text={text} />
    </Link>
  );
}

/** Where there is no room for a path, its beginning is cut off: what it ends with tells it from the others. */
function CutText({ text }: { text: string }) {
  const { head, tail } = splitPathTail(text);
  return (
    <span className="inline-flex max-w-full print:inline">
      <span className="truncate print:whitespace-[inherit]">{head}</span>
      {tail !== "" && <span className="shrink-0">{tail}</span>}
    </span>
  );
}
