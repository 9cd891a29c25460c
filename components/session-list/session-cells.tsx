import type { ReactNode } from "react";
import type { SessionRow } from "@/lib/view/session-rows";
import type { ListColumnId } from "@/lib/view/sessions/columns";
import { SeverityCounts } from "../findings/severity-counts";
import { Gauge } from "../ui/gauge";
import { Outcome } from "../ui/outcome";
import { Time } from "../ui/time";

const faintZero = (text: string) => (text === "0" ? <span className="text-ink-3">0</span> : text);

export const SESSION_CELLS: Readonly<Record<ListColumnId, (row: SessionRow) => ReactNode>> = {
  started: (row) => (
    <span className="text-ink-2">
      <Time iso={row.startedAt} className="num" />
    </span>
  ),
  lasted: (row) => <span className="text-ink-2">{row.lasted}</span>,
  turns: (row) => row.turns,
  peak: (row) => <Gauge gauge={row.gauge} shrinks />,
  findings: (row) => <SeverityCounts counts={row.findings} />,
  dangling: (row) =>
    row.dangling === null ? (
      <span className="text-ink-3" title="Not analysed yet">
        –
      </span>
    ) : row.dangling === "0" ? (
      faintZero("0")
    ) : (
      <span className="text-dangling">{row.dangling}</span>
    ),
  evicted: (row) =>
    row.evictions === "0" ? (
      faintZero("0")
    ) : (
      <>
        {row.evictions} <span className="text-ink-3 max-sm:hidden">({row.evicted})</span>
      </>
    ),
  compactions: (row) => faintZero(row.compactions === null ? "–" : String(row.compactions)),
  calls: (row) => row.toolCalls,
  repeated: (row) => faintZero(row.repeats),
  cost: (row) => (
    <span title={row.cost?.detail ?? "No call of it has both usage and a price"}>
      {row.cost?.value ?? <span className="text-ink-3">–</span>}
    </span>
  ),
  latency: (row) => row.callTook ?? <span className="text-ink-3">–</span>,
  tags: (row) => (
    <span className="flex flex-wrap gap-1">
      {row.tagWords.map((tag) => (
        <span key={tag} className="rounded-xs border border-line-strong px-1 text-xs" dir="auto">
          {tag}
        </span>
      ))}
    </span>
  ),
  outcome: (row) => <Outcome outcome={row.outcome} />,
};
