import Link from "next/link";
import type { MatchLane } from "@/lib/view/format/match-line";
import type { SessionRow } from "@/lib/view/session-rows";
import { RunningMark } from "../live/running-mark";

export function SessionName({ row }: { row: SessionRow }) {
  return (
    <>
      <Link
        href={row.href}
        data-row={row.id}
        className="line-clamp-2 font-medium wrap-anywhere sm:line-clamp-1 sm:break-all"
        dir="auto"
        title={row.title}
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
      {row.story !== "" && row.match === null && (
        <span className="line-clamp-2 text-xs text-ink-2 sm:line-clamp-1" title={row.story}>
          {row.story}
        </span>
      )}
      {row.match !== null && (
        <Link
          href={row.match.href}
          className="line-clamp-2 text-xs text-ink-2 wrap-anywhere hover:underline"
          dir="auto"
        >
          {row.match.pieces.map(({ text, isFound }, i) =>
            isFound ? (
              <mark key={i} className="bg-transparent font-medium text-accent">
                {text}
              </mark>
            ) : (
              <span key={i}>{text}</span>
            ),
          )}
        </Link>
      )}
      {row.match !== null && (
        <Link href={row.match.allHref} className="num text-xs text-accent underline-offset-2 hover:underline">
          {row.match.place}
        </Link>
      )}
      {row.match?.lane != null && <Lane lane={row.match.lane} />}
    </>
  );
}

function Lane({ lane: { bars, words } }: { lane: MatchLane }) {
  return (
    <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-2xs text-ink-3">
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" className="h-1.5 w-24 shrink-0 bg-sunken" aria-hidden>
        {bars.map(({ x, width, left }) => (
          <rect
            key={x}
            x={x}
            width={width}
            height="1"
            fill={left ? "var(--state-evicted)" : "var(--kind-tool)"}
          />
        ))}
      </svg>
      <span className="min-w-40 flex-1">{words}</span>
    </span>
  );
}
