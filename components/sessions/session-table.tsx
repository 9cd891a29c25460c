import Link from "next/link";
import type { SessionRow } from "@/lib/view/session-rows";
import { Gauge } from "../ui/gauge";
import { RunningMark } from "../live/live-bar";
import { SeverityCounts } from "../findings/severity-counts";
import { Outcome } from "../ui/outcome";
import { Time } from "../ui/time";
import { RowKeys } from "./row-keys";
import { SortHeader } from "./sort-header";

/** A narrow screen shows who, how full and what was lost; the rest needs room. */
const WIDE = "max-sm:hidden";

/** The table of sessions. Figures are right-aligned; the title is the link. */
export function SessionTable({ rows }: { rows: readonly SessionRow[] }) {
  return (
    <div className="mt-3 overflow-x-auto" tabIndex={0} role="region" aria-label="Sessions">
      <RowKeys />
      <table className="w-full sm:min-w-[64rem]">
        <thead>
          <tr className="border-b border-line-strong text-xs text-ink-3">
            <SortHeader sort="name" label="Session" className="w-[56%] pr-4 sm:w-[28%]" />
            <SortHeader sort="started" label="Started" className={WIDE} />
            <th scope="col" className={`px-2 py-1.5 text-right ${WIDE}`}>
              Lasted
            </th>
            <SortHeader sort="turns" label="Turns" numeric className={WIDE} />
            <SortHeader
              sort="share"
              label="Peak"
              className="pl-2 sm:pl-4"
              title="The fullest window, and what share of its limit that is"
            />
            <th scope="col" className="px-2 py-1.5 text-left">
              Findings
            </th>
            <SortHeader
              sort="evicted"
              label="Evicted"
              numeric
              title="Evictions, and the tokens that they freed"
            />
            <th scope="col" className={`px-2 py-1.5 text-right ${WIDE}`}>
              Compactions
            </th>
            <th scope="col" className={`px-2 py-1.5 text-right ${WIDE}`}>
              Tool calls
            </th>
            <SortHeader
              sort="repeats"
              label="Repeated"
              numeric
              className={WIDE}
              title="Tool calls made before with the same arguments"
            />
            <th scope="col" className={`py-1.5 pl-4 ${WIDE}`}>
              Outcome
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row }: { row: SessionRow }) {
  return (
    <tr className="border-b border-line hover:bg-sunken focus-within:bg-sunken">
      <td className="max-w-0 py-1.5 pr-4">
        <Link
          href={row.href}
          data-row
          className="line-clamp-2 font-medium wrap-anywhere sm:line-clamp-1"
          dir="auto"
        >
          {row.title}
        </Link>
        <span className="block truncate text-xs text-ink-3" dir="auto">
          {row.running && (
            <span className="mr-1.5 inline-flex items-center gap-1 text-restorable">
              <RunningMark /> running
            </span>
          )}
          {row.role !== "main" && (
            <span className="mr-1.5 rounded-xs border border-line-strong px-1">{row.role}</span>
          )}
          {row.subtitle}
        </span>
      </td>
      <td className={`px-2 whitespace-nowrap text-ink-2 ${WIDE}`}>
        <Time iso={row.startedAt} className="num" />
      </td>
      <td className={`px-2 text-right whitespace-nowrap text-ink-2 ${WIDE}`}>{row.lasted}</td>
      <td className={`num px-2 text-right ${WIDE}`}>{row.turns}</td>
      <td className="pl-2 whitespace-nowrap sm:pl-4">
        <Gauge gauge={row.gauge} shrinks />
      </td>
      <td className="px-2 whitespace-nowrap">
        <SeverityCounts counts={row.findings} />
      </td>
      <td className="num px-2 text-right whitespace-nowrap">
        {row.evictions === "0" ? (
          <span className="text-ink-3">0</span>
        ) : (
          <>
            {row.evictions} <span className="text-ink-3 max-sm:hidden">({row.evicted})</span>
          </>
        )}
      </td>
      <td className={`num px-2 text-right ${WIDE}`}>
        {row.compactions === 0 ? <span className="text-ink-3">0</span> : row.compactions}
      </td>
      <td className={`num px-2 text-right ${WIDE}`}>{row.toolCalls}</td>
      <td className={`num px-2 text-right ${WIDE}`}>
        {row.repeats === "0" ? <span className="text-ink-3">0</span> : row.repeats}
      </td>
      <td className={`pl-4 whitespace-nowrap ${WIDE}`}>
        <Outcome outcome={row.outcome} />
      </td>
    </tr>
  );
}
