import type { Gauge as GaugeModel } from "@/lib/view/session-rows";

interface Props {
  gauge: GaugeModel;
  width?: number;
  shrinks?: boolean;
  /** Whether its figure is one of a session that runs: what stands beside it keeps its place. */
  grows?: boolean;
}

export function Gauge({ gauge, width = 72, shrinks = false, grows = false }: Props) {
  const { fill, mark, text, title } = gauge;
  return (
    <span className="inline-flex items-center gap-2" title={title}>
      <svg
        viewBox={`0 0 ${width} 10`}
        preserveAspectRatio="none"
        width={width}
        height={10}
        role="img"
        aria-label={title}
        className={`shrink-0 ${shrinks ? "max-sm:w-7" : ""}`}
      >
        <rect
          x="0.5"
          y="0.5"
          width={width - 1}
          height="9"
          rx="4.5"
          fill="none"
          stroke="var(--line-strong)"
          strokeDasharray={fill === null ? "2 2" : undefined}
        />
        {fill !== null && (
          <rect
            x="2"
            y="2"
            width={Math.max(fill > 0 ? 2 : 0, (width - 4) * fill)}
            height="6"
            rx="3"
            fill="var(--kind-tool)"
            className="gauge-fill"
          />
        )}
        {mark !== null && (
          <path d={`M${2 + (width - 4) * mark} 0v10`} stroke="var(--ink)" strokeWidth="1.25" />
        )}
      </svg>
      <span className={`num text-ink-2 ${grows ? "min-w-[5ch]" : ""}`}>{text}</span>
    </span>
  );
}
