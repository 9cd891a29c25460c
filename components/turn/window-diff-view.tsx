import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { askForWindow } from "@/lib/view/views/turn";
import type { WindowDiffLine } from "@/lib/view/turn/window-diff";
import { compareWindowLines } from "@/lib/view/turn/window-diff";
import type { WindowRow } from "@/lib/view/turn/window-rows";
import { listWindowRows } from "@/lib/view/turn/window-rows";
import { useRead } from "../data/reader";
import { ColorDot } from "../ui/color-dot";
import { ViewLink as Link } from "../ui/view-link";

interface Props {
  sessionId: string;
  turn: number;
  previousTurn: number;
  rows: readonly WindowRow[];
}

/** New blocks stand only on the right, evicted ones only on the left. */
export function WindowDiffView({ sessionId, turn, previousTurn, rows }: Props) {
  const read = useRead();
  const { data, error } = useQuery({
    queryKey: ["window-before", sessionId, previousTurn],
    queryFn: ({ signal }) => read(askForWindow(sessionId, previousTurn), signal),
  });
  if (error !== null) return <p className="mt-2 text-xs text-dangling">{error.message}</p>;
  if (data === undefined) return <p className="mt-2 text-xs text-ink-3">reading turn {previousTurn}…</p>;
  const before = listWindowRows(data.entries, previousTurn, data.windowTokens, data.offset);
  const { summary, lines } = compareWindowLines(before, rows);
  return (
    <div role="group" aria-label={`Turns ${previousTurn} and ${turn} side by side`} className="mt-2">
      <p className="text-xs text-ink-2" aria-live="polite">
        {summary}
      </p>
      <div className="mt-1 grid grid-cols-2 gap-x-3 border-b border-line-strong text-xs font-medium">
        <span>Turn {previousTurn}</span>
        <span>Turn {turn}</span>
      </div>
      <ol>
        {lines.map((line) => (
          <Line key={line.key} sessionId={sessionId} line={line} />
        ))}
      </ol>
    </div>
  );
}

function Line({ sessionId, line }: { sessionId: string; line: WindowDiffLine }) {
  const [open, setOpen] = useState(false);
  if (line.type === "pair")
    return (
      <li className="grid grid-cols-2 gap-x-3 border-b border-line py-1 text-xs">
        <Side
          sessionId={sessionId}
          row={line.before}
          words={line.after === null ? line.words : ""}
          tone="text-evicted"
        />
        <Side
          sessionId={sessionId}
          row={line.after}
          words={line.after === null ? "" : line.words}
          tone="text-accent"
        />
      </li>
    );
  return (
    <li className="border-b border-line">
      <button
        type="button"
        className="w-full bg-sunken px-2 py-1 text-left text-xs text-ink-3 hover:text-ink"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? "▾" : "▸"} {line.words}
      </button>
      {open && (
        <ol>
          {line.rows.map((row) => (
            <li
              key={row.blockId}
              className="grid grid-cols-2 gap-x-3 border-b border-line py-1 text-xs opacity-70"
            >
              <Side sessionId={sessionId} row={row} words="" tone="" />
              <Side sessionId={sessionId} row={row} words="" tone="" />
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

interface SideProps {
  sessionId: string;
  row: WindowRow | null;
  words: string;
  tone: string;
}

function Side({ sessionId, row, words, tone }: SideProps) {
  if (row === null) return <span aria-hidden className="rounded-xs bg-sunken" />;
  return (
    <span className="min-w-0">
      <span className="flex items-baseline gap-2">
        <ColorDot color={row.color} />
        <Link
          className="min-w-0 truncate font-medium underline-offset-2 hover:underline"
          href={`/sessions/${sessionId}/blocks/${encodeURIComponent(row.blockId)}`}
          dir="auto"
        >
          {row.name}
        </Link>
        {words !== "" && <span className={`shrink-0 ${tone}`}>{words}</span>}
        <span className="num ml-auto shrink-0 text-ink-3">{row.tokens}</span>
      </span>
      <span className="trace-text block truncate whitespace-nowrap text-ink-2" dir="auto">
        {row.preview}
      </span>
    </span>
  );
}
