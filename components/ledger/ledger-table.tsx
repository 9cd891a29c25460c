import { useWindowVirtualizer } from "@tanstack/react-virtual";
import type { Ref } from "react";
import { useEffect, useRef, useState } from "react";
import type { LedgerSort } from "@/lib/core/ledger/select";
import type { LedgerEntry, LedgerFolding } from "@/lib/view/questions/ledger-entries";
import { listLedgerEntries } from "@/lib/view/questions/ledger-entries";
import type { LedgerTableRow } from "@/lib/view/questions/ledger-row";
import type { LedgerState } from "@/lib/view/url-state";
import { revealText } from "@/lib/view/format/trace-text";
import { SortLabel } from "../ui/table/sort-label";
import { LedgerRow } from "./ledger-row";

const ROW_PX = 34;
const VIRTUAL_ABOVE = 80;
const FIRST_SIGHT = { width: 1_000, height: 900 };
const AHEAD_ROWS = 60;
const SPANS = [
  { columns: 4, className: "sm:hidden" },
  { columns: 6, className: "max-sm:hidden lg:hidden" },
  { columns: 8, className: "max-lg:hidden" },
] as const;
/** All columns but the last two. */
const FOLD_SPANS = SPANS.map(({ columns, className }) => ({ columns: columns - 2, className }));

const HEADS: readonly Pick<HeadProps, "sort" | "label" | "numeric" | "className">[] = [
  { sort: "window", label: "#", numeric: true, className: "w-10 max-sm:hidden" },
  { sort: "name", label: "Source" },
  { sort: "kind", label: "Kind", className: "w-36 max-lg:hidden" },
  { sort: "mode", label: "Mode", className: "w-40 max-sm:w-20" },
  { sort: "reason", label: "Reason", className: "w-[36%] max-lg:hidden" },
  { sort: "trust", label: "Trust", className: "w-20 max-sm:hidden" },
  { sort: "tokens", label: "Tokens", numeric: true, className: "w-28 max-sm:w-14" },
  { sort: null, label: "Question", className: "w-14 max-sm:w-10" },
];

interface Props {
  rows: readonly LedgerTableRow[];
  total: number;
  state: LedgerState;
  reasonHead: string;
  groupCounts: Readonly<Record<string, number>> | null;
  /** Whether rows with one reason are one line that unfolds. */
  folds: boolean;
  onSort: (sort: LedgerSort, order: "asc" | "desc") => void;
  onEnd: () => void;
}

/** Draws only the visible rows and loads more near the end. */
export function LedgerTable({ rows, total, state, reasonHead, groupCounts, folds, onSort, onEnd }: Props) {
  const table = useRef<HTMLTableSectionElement>(null);
  const [margin, setMargin] = useState(0);
  useEffect(() => {
    setMargin((table.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, []);
  const [toggled, setToggled] = useState<LedgerFolding["toggled"]>(new Set());
  const sel = state.sel === null ? null : revealText(state.sel);
  const entries = listLedgerEntries(rows, groupCounts, {
    folds,
    toggled,
    asked: sel,
    hasMore: rows.length < total,
  });
  const toggle = (key: string) =>
    setToggled(
      (keys) => new Set(keys.has(key) ? [...keys].filter((other) => other !== key) : [...keys, key]),
    );
  const virtualizer = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => ROW_PX,
    overscan: 16,
    initialRect: FIRST_SIGHT,
    scrollMargin: margin,
    getItemKey: (i) => entries[i]?.key ?? i,
  });
  const asked =
    sel === null ? -1 : entries.findIndex((entry) => entry.kind === "row" && entry.row.id === sel);
  useEffect(() => {
    if (asked >= 0) virtualizer.scrollToIndex(asked, { align: "center" });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the virtualizer is new on every draw
  }, [asked]);
  const isShort = entries.length <= VIRTUAL_ABOVE;
  const items = virtualizer.getVirtualItems();
  const shown = isShort ? entries.map((_, index) => index) : items.map(({ index }) => index);
  const above = isShort ? 0 : (items[0]?.start ?? margin) - margin;
  const below = isShort ? 0 : virtualizer.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin);
  const atEnd = (shown.at(-1) ?? 0) >= entries.length - AHEAD_ROWS && rows.length < total;
  useEffect(() => {
    if (atEnd) onEnd();
  }, [atEnd, onEnd]);
  return (
    <table className="mt-1 w-full table-fixed" aria-rowcount={total + 1}>
      <thead className="sticky top-11 z-10 bg-surface">
        <tr className="border-b border-line-strong text-xs text-ink-3">
          {HEADS.map((head) => (
            <Head
              key={head.label}
              {...head}
              label={head.sort === "reason" ? reasonHead : head.label}
              state={state}
              onSort={onSort}
            />
          ))}
        </tr>
      </thead>
      <tbody ref={table}>
        <Spacer height={above} />
        {shown.flatMap((index) => {
          const entry = entries[index];
          const ref = isShort ? undefined : virtualizer.measureElement;
          if (entry === undefined) return [];
          if (entry.kind === "row")
            return [
              <LedgerRow key={entry.key} ref={ref} index={index} row={entry.row} marked={index === asked} />,
            ];
          if (entry.kind === "fold")
            return [
              <Fold
                key={entry.key}
                ref={ref}
                index={index}
                entry={entry}
                onToggle={() => toggle(entry.key)}
              />,
            ];
          return [
            <tr key={entry.key} ref={ref} data-index={index} aria-rowindex={index + 2}>
              {SPANS.map(({ columns, className }) => (
                <th
                  key={columns}
                  colSpan={columns}
                  scope="rowgroup"
                  className={`border-b border-line pt-4 pb-1 text-xs ${className}`}
                >
                  {entry.label}
                </th>
              ))}
            </tr>,
          ];
        })}
        <Spacer height={below} />
      </tbody>
    </table>
  );
}

interface FoldProps {
  ref?: Ref<HTMLTableRowElement> | undefined;
  index: number;
  entry: Extract<LedgerEntry, { kind: "fold" }>;
  onToggle: () => void;
}

function Fold({ ref, index, entry: { label, why, isDerived, tokens, isOpen }, onToggle }: FoldProps) {
  return (
    <tr
      ref={ref}
      data-index={index}
      aria-rowindex={index + 2}
      className="border-b border-line align-top text-xs hover:bg-sunken"
    >
      {FOLD_SPANS.map(({ columns, className }) => (
        <td key={columns} colSpan={columns} className={`py-1.5 ${className}`}>
          <button
            type="button"
            data-row
            aria-expanded={isOpen}
            className="w-full text-left break-words"
            dir="auto"
            onClick={onToggle}
          >
            <span aria-hidden className={`inline-block text-2xs text-ink-3 ${isOpen ? "rotate-90" : ""}`}>
              ▸
            </span>{" "}
            <span className="font-medium">{label}</span> <span>{why}</span>
            {isDerived && <span className="text-ink-3"> (derived)</span>}
          </button>
        </td>
      ))}
      <td className="num px-2 py-1.5 text-right text-ink-2">{tokens}</td>
      <td />
    </tr>
  );
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      {SPANS.map(({ columns, className }) => (
        <td key={columns} colSpan={columns} className={className} style={{ height, padding: 0 }} />
      ))}
    </tr>
  );
}

interface HeadProps {
  sort: LedgerSort | null;
  label: string;
  numeric?: boolean;
  className?: string;
  state: LedgerState;
  onSort: Props["onSort"];
}

function Head({ sort, label, numeric = false, className = "", state, onSort }: HeadProps) {
  const active = sort !== null && state.sort === sort;
  if (sort === null)
    return (
      <th scope="col" className={`py-1.5 ${className}`}>
        <span className="sr-only">{label}</span>
      </th>
    );
  const next = active ? (state.order === "asc" ? "desc" : "asc") : sort === "tokens" ? "desc" : "asc";
  return (
    <th
      scope="col"
      aria-sort={active ? (state.order === "asc" ? "ascending" : "descending") : "none"}
      className={`px-2 py-1.5 ${numeric ? "text-right" : ""} ${className}`}
    >
      <button
        type="button"
        className={`whitespace-nowrap hover:text-ink ${active ? "text-ink" : ""}`}
        title={sort === "window" ? "In window order" : `Sort by ${label.toLowerCase()}`}
        aria-label={sort === "window" ? "Position" : undefined}
        onClick={() => onSort(sort, next)}
      >
        <SortLabel label={label} order={active ? state.order : null} numeric={numeric} isSteady={false} />
      </button>
    </th>
  );
}
