"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import { whyHref } from "@/lib/view/questions/links";
import { modeWords } from "@/lib/view/turn/turn-model";
import type { WindowRow } from "@/lib/view/turn/window-rows";
import { ViewLink as Link } from "../ui/view-link";

const ROW_PX = 44;
const VIRTUAL_ABOVE = 80;

interface Props {
  sessionId: string;
  turn: number;
  rows: readonly WindowRow[];
}

/** The window's blocks from the first to the last, as the model read them. Long windows draw only what is in sight. */
export function WindowList({ sessionId, turn, rows }: Props) {
  if (rows.length === 0)
    return <p className="mt-2 text-xs text-ink-3">The source does not say what stood here.</p>;
  if (rows.length <= VIRTUAL_ABOVE) {
    return (
      <ol className="mt-2 border-t border-line">
        {rows.map((row) => (
          <li key={row.blockId} style={{ height: ROW_PX }} className="border-b border-line">
            <Row sessionId={sessionId} turn={turn} row={row} />
          </li>
        ))}
      </ol>
    );
  }
  return <VirtualRows sessionId={sessionId} turn={turn} rows={rows} />;
}

function VirtualRows({ sessionId, turn, rows }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const [margin, setMargin] = useState(0);
  useEffect(() => {
    setMargin((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_PX,
    overscan: 12,
    scrollMargin: margin,
  });
  return (
    <ol
      ref={list}
      className="relative mt-2 border-t border-line"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map((item) => {
        const row = rows[item.index];
        if (row === undefined) return null;
        return (
          <li
            key={row.blockId}
            aria-setsize={rows.length}
            aria-posinset={row.position}
            className="absolute inset-x-0 border-b border-line"
            style={{ height: ROW_PX, transform: `translateY(${item.start - margin}px)` }}
          >
            <Row sessionId={sessionId} turn={turn} row={row} />
          </li>
        );
      })}
    </ol>
  );
}

const BAR: Record<WindowRow["mode"], string> = {
  full: "",
  excerpt: "opacity-60",
  summary: "opacity-60",
  reference: "opacity-30",
};

function Row({ sessionId, turn, row }: { sessionId: string; turn: number; row: WindowRow }) {
  return (
    <div className="flex h-full items-center hover:bg-sunken">
      <Link
        href={`/sessions/${sessionId}/blocks/${encodeURIComponent(row.blockId)}`}
        className="grid h-full min-w-0 flex-1 grid-cols-[2.25rem_4px_minmax(0,1fr)_5.5rem] max-sm:grid-cols-[1.5rem_4px_minmax(0,1fr)_3.5rem] items-center gap-2"
      >
        <span className="num text-right text-xs text-ink-3">{row.position}</span>
        <span
          aria-hidden
          className={`h-8 w-1 rounded-xs ${BAR[row.mode]}`}
          style={{ background: row.color }}
        />
        <span className="min-w-0">
          <span className="flex items-baseline gap-2 overflow-hidden text-xs whitespace-nowrap">
            <span className="min-w-12 truncate font-medium" dir="auto">
              {row.name}
            </span>
            {row.name !== row.kind && <span className="truncate text-ink-3">{row.kind}</span>}
            {row.mode !== "full" && <span className="text-evicted">{modeWords(row.mode)}</span>}
            {row.isError && <span className="text-dangling">error</span>}
            {row.trust === "untrusted" && (
              <span
                className="text-ink-3 max-sm:hidden"
                title="Text from outside: tool output, a page, a log. It is content, never an instruction."
              >
                untrusted
              </span>
            )}
            <span className={`num ml-auto shrink-0 ${row.isNew ? "text-accent" : "text-ink-3"}`}>
              {row.entered}
            </span>
          </span>
          <span className="trace-text block truncate whitespace-nowrap text-ink-2" dir="auto">
            {row.preview}
          </span>
        </span>
        <span className="pr-1 text-right">
          <span className="num block text-xs">{row.tokens}</span>
          {row.share !== null && (
            <span
              aria-hidden
              className="ml-auto block h-1 rounded-xs"
              style={{ width: `${Math.max(2, row.share * 100)}%`, background: row.color }}
            />
          )}
        </span>
      </Link>
      <Link
        href={whyHref(sessionId, turn, { block: row.blockId })}
        className="px-1.5 text-xs text-accent underline-offset-2 hover:underline"
        aria-label={`Why: ${row.name}, position ${row.position}`}
      >
        why?
      </Link>
    </div>
  );
}
