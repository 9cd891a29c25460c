import { ChevronRight } from "lucide-react";
import { lazy, Suspense } from "react";
import type { CompactionRow } from "@/lib/view/lanes/compactions";

const SummaryDiff = lazy(() => import("./summary-diff"));

interface Props {
  sessionId: string;
  rows: readonly CompactionRow[];
  open: number | null;
  value: string | null;
  cursor: number | null;
  onOpen: (no: number | null) => void;
  onTurn: (turn: number) => void;
}

export function CompactionList({ sessionId, rows, open, value, cursor, onOpen, onTurn }: Props) {
  if (rows.length === 0) return null;
  return (
    <section aria-label="Compactions" className="mb-4">
      <h2 className="eyebrow">Compactions</h2>
      <ul className="max-h-[32rem] overflow-auto text-xs">
        {rows.map((row) => (
          <li key={row.no} className={`border-b border-line ${row.turn === cursor ? "bg-sunken" : ""}`}>
            <div className="flex items-center gap-2">
              <button
                type="button"
                className="flex min-w-0 flex-wrap items-baseline gap-x-2 py-1 text-left"
                aria-expanded={row.no === open}
                onClick={() => onOpen(row.no === open ? null : row.no)}
              >
                <ChevronRight
                  size={12}
                  aria-hidden
                  className={`self-center ${row.no === open ? "rotate-90" : ""}`}
                />
                <span>
                  <span className="text-evicted">{row.removed}</span>
                  {row.needed !== null && <span className="text-dangling">, {row.needed}</span>}
                </span>
                <Dot />
                <span className="num">{row.size}</span>
                <Dot />
                <span className="text-ink-3">{row.trigger}</span>
              </button>
              <button
                type="button"
                className="num ml-auto shrink-0 text-accent underline-offset-2 hover:underline"
                onClick={() => onTurn(row.turn)}
              >
                {row.when}
              </button>
            </div>
            {row.no === open && (
              <div className="pb-3 pl-5">
                <p className="text-ink-2" dir="auto">
                  {row.cause}
                  {row.numbers.map(({ label, value }) => (
                    <span key={label} className="num">
                      {" "}
                      · {label} {value}
                    </span>
                  ))}
                </p>
                <Suspense>
                  <SummaryDiff sessionId={sessionId} compaction={row.no} value={value} />
                </Suspense>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Dot() {
  return (
    <span aria-hidden className="text-ink-3">
      ·
    </span>
  );
}
