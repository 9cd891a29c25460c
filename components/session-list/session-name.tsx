import Link from "next/link";
import type { SessionRow } from "@/lib/view/session-rows";
import { RunningMark } from "../live/running-mark";
import { LifeLane } from "../ui/life-lane";

export function SessionName({ row }: { row: SessionRow }) {
  return (
    <>
      <Link
        href={row.href}
        data-row={row.id}
        className="line-clamp-2 font-medium wrap-anywhere sm:-my-0.5 sm:line-clamp-1 sm:py-0.5 sm:break-all"
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
        <span className="line-clamp-3 text-xs text-ink-2 sm:line-clamp-2" title={row.story}>
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
      {row.match?.lane != null && <LifeLane lane={row.match.lane} />}
    </>
  );
}
