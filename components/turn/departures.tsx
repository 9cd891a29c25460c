import { describeMoreDepartures } from "@/lib/view/turn/panel-words";
import { listDepartureGroups } from "@/lib/view/turn/departure-groups";
import type { DepartureRow } from "@/lib/view/turn/window-rows";
import { FoldSign } from "../ui/fold-sign";
import { HowGlyph } from "../ui/how-glyph";
import { ViewLink as Link } from "../ui/view-link";

export function Departures({
  sessionId,
  rows,
  more = 0,
  selected = null,
}: {
  sessionId: string;
  rows: readonly DepartureRow[];
  more?: number;
  /** The block of the address, which is marked. */
  selected?: string | null;
}) {
  return (
    <section className="mt-6 scroll-mt-16" id="left">
      <h3 className="font-medium">What left</h3>
      {rows.length === 0 && (
        <p className="mt-1 text-xs text-ink-3">
          Nothing left or shrank against the window of the turn before.
        </p>
      )}
      <div className="mt-1 text-xs">
        {listDepartureGroups(rows).map((group) =>
          group.label === null ? (
            <Rows key={group.key} sessionId={sessionId} rows={group.rows} selected={selected} />
          ) : (
            <details
              key={group.key}
              className="group/fold border-b border-line"
              open={group.rows.some(({ blockId }) => blockId === selected)}
            >
              <summary className="flex cursor-pointer items-baseline gap-2 py-1" dir="auto">
                <span className="min-w-0 flex-1">
                  <FoldSign /> {group.label}
                </span>
                <span className="num text-evicted">{group.freed}</span>
              </summary>
              <div
                className="max-h-80 overflow-y-auto pl-3"
                tabIndex={0}
                role="group"
                aria-label={group.label}
              >
                <Rows sessionId={sessionId} rows={group.rows} selected={selected} short />
              </div>
            </details>
          ),
        )}
      </div>
      {more > 0 && <p className="mt-1 text-xs text-ink-3">{describeMoreDepartures(more)}</p>}
    </section>
  );
}

interface RowsProps {
  sessionId: string;
  rows: readonly DepartureRow[];
  selected: string | null;
  /** Without what the head of their group says. */
  short?: boolean;
}

function Rows({ sessionId, rows, selected, short = false }: RowsProps) {
  return (
    <ul>
      {rows.map((row) => (
        <li
          key={row.blockId}
          aria-current={row.blockId === selected || undefined}
          className="border-b border-line py-1 aria-current:bg-sunken aria-current:outline-1 aria-current:-outline-offset-1 aria-current:outline-accent"
        >
          <Link
            href={`/sessions/${sessionId}/blocks/${encodeURIComponent(row.blockId)}`}
            className="group flex items-baseline gap-2"
          >
            <HowGlyph how={row.how} />
            <span className="min-w-0 flex-1 truncate group-hover:underline" dir="auto">
              {row.name} <span className="text-ink-3">{row.stayed}</span>
            </span>
            <span className="num text-evicted">{row.freed}</span>
          </Link>
          <p className="pl-5 text-ink-3" dir="auto">
            {!short && `${row.words} · ${row.cause}`}
            {!short && row.restorable && <span className="text-restorable"> · can be fetched again</span>}
            {row.cameBack !== null && <span className="text-ink-2"> · {row.cameBack}</span>}
          </p>
        </li>
      ))}
    </ul>
  );
}
