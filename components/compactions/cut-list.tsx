import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { CutRow, CutRows } from "@/lib/view/compactions/cut-rows";
import { describeQuiet } from "@/lib/view/compactions/cut-rows";
import { RequestNotes } from "../ui/request-notes";
import { CutCard } from "./cut-card";

interface Props {
  sessionId: string;
  cuts: CutRows;
  open: number | null;
  value: string | null;
  cursor: number | null;
  onOpen: (no: number | null) => void;
  onTurn: (turn: number) => void;
}

/** Compactions, restarts, and clearings that were regretted: a line each, which opens its card. */
export function CutList({ sessionId, cuts, open, value, cursor, ...on }: Props) {
  const { title, rows, first, quiet, missing, currency } = cuts;
  const [isWhole, setIsWhole] = useState(false);
  if (rows.length === 0 && quiet === 0) return null;
  return (
    <section aria-label={title} className="mb-4">
      <h2 className="eyebrow">{title}</h2>
      {missing !== null && (
        <p className="text-xs">
          <RequestNotes notes={[missing]} />
        </p>
      )}
      <ul className="text-xs">
        {(isWhole ? rows : first).map((row) => (
          <li key={row.no} className={`border-b border-line ${row.turn === cursor ? "bg-sunken" : ""}`}>
            <Line row={row} isOpen={row.no === open} {...on} />
            {row.no === open && (
              <CutCard key={row.no} sessionId={sessionId} row={row} currency={currency} value={value} />
            )}
          </li>
        ))}
      </ul>
      {first.length < rows.length && (
        <button
          type="button"
          className="mt-1 min-h-6 text-xs text-accent underline-offset-2 hover:underline print:hidden"
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? `The ${first.length} worst only` : `All ${rows.length}`}
        </button>
      )}
      {quiet > 0 && <p className="mt-1 text-xs text-ink-3">{describeQuiet(quiet)}</p>}
    </section>
  );
}

interface LineProps extends Pick<Props, "onOpen" | "onTurn"> {
  row: CutRow;
  isOpen: boolean;
}

function Line({ row, isOpen, onOpen, onTurn }: LineProps) {
  return (
    <div className="flex items-center gap-2">
      <button
        type="button"
        className="flex min-w-0 items-baseline gap-x-2 py-1 text-left"
        aria-expanded={isOpen}
        onClick={() => onOpen(isOpen ? null : row.no)}
      >
        <ChevronRight size={12} aria-hidden className={`shrink-0 self-center ${isOpen ? "rotate-90" : ""}`} />
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <span>
            <span className="text-evicted">{row.removed}</span>
            {row.needed !== null && <span className="text-dangling">, {row.needed}</span>}
          </span>
          <Dot />
          <span className="num">{row.size}</span>
          <Dot />
          <span className="text-ink-3">
            {row.which === null ? row.trigger : `${row.which}, ${row.trigger}`}
          </span>
          {row.asked !== null && (
            <span className="min-w-0 wrap-anywhere text-ink-3" dir="auto">
              {row.asked}
            </span>
          )}
        </span>
      </button>
      <button
        type="button"
        className="num ml-auto shrink-0 text-accent underline-offset-2 hover:underline"
        onClick={() => onTurn(row.turn)}
      >
        {row.when}
      </button>
    </div>
  );
}

function Dot() {
  return (
    <span aria-hidden className="text-ink-3 max-sm:hidden">
      ·
    </span>
  );
}
