import Link from "next/link";
import type { LookRow } from "@/lib/view/home/look-rows";
import { SPARK_HEIGHT, SPARK_WIDTH } from "@/lib/view/home/look-rows";
import { Time } from "../ui/time";

interface Props {
  rows: readonly LookRow[];
  /** Demo sessions, once there are others. */
  examples: readonly LookRow[];
  summary: string;
  /** The list with these sessions first. */
  allHref: string;
}

export function LookList({ rows, examples, summary, allHref }: Props) {
  return (
    <section aria-labelledby="look" className="mt-4">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 id="look" className="text-base font-medium">
          Needs a look
        </h2>
        <p className="text-xs text-ink-2">
          {summary}
          {rows.length > 0 && (
            <>
              {" · "}
              <Link className="text-accent underline underline-offset-2" href={allHref}>
                all of them, the worst first
              </Link>
            </>
          )}
        </p>
      </div>
      {rows.length > 0 && <Rows rows={rows} />}
      {examples.length > 0 && (
        <details>
          <summary className="flex min-h-6 w-fit cursor-pointer items-center text-xs text-ink-2">
            Examples ({examples.length})
          </summary>
          <Rows rows={examples} />
        </details>
      )}
    </section>
  );
}

function Rows({ rows }: { rows: readonly LookRow[] }) {
  return (
    <ul className="mt-1 border-t border-line">
      {rows.map((row) => (
        <li
          key={row.id}
          className="relative grid grid-cols-1 items-center gap-x-4 gap-y-0.5 border-b border-line py-1.5 hover:bg-sunken sm:grid-cols-[7.5rem_minmax(0,1fr)_auto]"
        >
          <Spark row={row} />
          <div className="min-w-0">
            <Link href={row.href} className="alone font-medium after:absolute after:inset-0">
              <span aria-hidden className="mr-1.5 text-2xs text-dangling">
                ■
              </span>
              {row.sentence}
            </Link>
            <p className="truncate text-xs text-ink-3" dir="auto">
              {row.title} · {row.subtitle}
            </p>
            {row.story !== "" && (
              <p className="text-xs text-ink-2 sm:truncate" title={row.story}>
                {row.story}
              </p>
            )}
            {row.remedy !== null && <p className="text-xs text-ink-2 sm:truncate">Do: {row.remedy}</p>}
          </div>
          <span className={`text-xs text-ink-3 ${row.startedAt === null ? "max-sm:hidden" : ""}`}>
            <Time iso={row.startedAt} className="num" />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Spark({ row: { spark, peak } }: { row: LookRow }) {
  if (spark === null)
    return (
      <span className="text-xs text-ink-3 max-sm:hidden" title={peak.title}>
        {peak.text}
      </span>
    );
  return (
    <svg
      width={SPARK_WIDTH}
      height={SPARK_HEIGHT}
      viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`}
      role="img"
      aria-label={`The window over the session. ${peak.title}`}
      className="max-sm:hidden"
    >
      <title>{`The window over the session. ${peak.title}`}</title>
      <path
        d={spark.path}
        fill="var(--kind-tool)"
        fillOpacity={0.35}
        stroke="var(--kind-tool)"
        strokeWidth={0.75}
      />
      {spark.mark !== null && (
        <path d={`M${spark.mark} 0V${SPARK_HEIGHT}`} stroke="var(--state-dangling)" strokeWidth={1.5} />
      )}
    </svg>
  );
}
