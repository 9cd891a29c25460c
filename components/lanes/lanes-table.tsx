import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { writeCellText } from "@/lib/view/format/table-data";
import type { LaneTableRow } from "@/lib/view/lanes/table";
import { buildLaneTable } from "@/lib/view/lanes/table";
import { ViewLink as Link } from "../ui/view-link";

const ROW_PX = 26;

export default function LanesTable({
  sessionId,
  rows,
  selected,
  onSelect,
}: {
  sessionId: string;
  rows: readonly LaneTableRow[];
  selected: string | null;
  onSelect: (blockId: string) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const { columns } = buildLaneTable([]);
  // oxlint-disable-next-line react-hooks/incompatible-library -- the list is redrawn on every scroll on purpose
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
  });
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div
      ref={box}
      className="max-h-[35rem] overflow-auto"
      tabIndex={0}
      role="region"
      aria-label="Lanes as a table"
    >
      <table className="w-full min-w-max text-xs" aria-rowcount={rows.length + 1}>
        <thead className="sticky top-0 z-10 bg-surface">
          <tr className="border-b border-line-strong text-ink-3">
            {columns.map(({ key, label, numeric }) => (
              <th
                key={key}
                scope="col"
                className={`px-2 py-1 first:pl-0 ${numeric === true ? "text-right" : ""}`}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr aria-hidden style={{ height: above }} />}
          {items.map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              <tr
                key={item.key}
                aria-rowindex={item.index + 2}
                style={{ height: ROW_PX }}
                className={`border-b border-line ${row.blockId === selected ? "bg-sunken" : ""}`}
                onClick={() => onSelect(row.blockId)}
              >
                {row.cells.map((cell, i) =>
                  i === 0 ? (
                    <th key="block" scope="row" className="max-w-64 truncate pr-2 font-normal" dir="auto">
                      <Link
                        className="text-accent hover:underline"
                        href={`/sessions/${sessionId}/blocks/${encodeURIComponent(row.blockId)}`}
                      >
                        {String(cell)}
                      </Link>
                    </th>
                  ) : (
                    <td
                      key={columns[i]?.key}
                      className={`num max-w-56 truncate px-2 ${columns[i]?.numeric === true ? "text-right" : ""}`}
                    >
                      {writeCellText(cell)}
                    </td>
                  ),
                )}
              </tr>
            );
          })}
          {below > 0 && <tr aria-hidden style={{ height: below }} />}
        </tbody>
      </table>
    </div>
  );
}
