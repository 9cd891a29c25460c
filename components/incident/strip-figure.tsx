"use client";

import type { Snapshot } from "@/lib/core/incident/snapshot";
import { stripModel } from "@/lib/view/incident/strip";
import { groupColor, RESIDUAL_COLOR } from "@/lib/view/palette";
import { useWidth } from "../charts/use-width";

const HEIGHT = 120;
const MARKS = 18;
const PLAN = 8;
const GAP = 6;

interface Props {
  snapshot: Snapshot;
  turn: number | null;
  onTurn: (turn: number) => void;
}

const MARK_COLORS: Partial<Record<string, string>> = {
  annotation: "var(--accent)",
  finding: "var(--state-dangling)",
  eviction: "var(--state-evicted)",
  compaction: "var(--state-evicted)",
  plan: "var(--kind-plan)",
};

/** Occupancy, what happened, and whether the plan stood in the window, on one axis. */
export function StripFigure({ snapshot, turn, onTurn }: Props) {
  const [ref, width] = useWidth<HTMLElement>();
  const strip = stripModel(snapshot);
  const cursor = strip.columns.find((column) => column.turn === turn);
  const top = MARKS + GAP;
  const planTop = top + HEIGHT + GAP;
  return (
    <figure ref={ref} className="my-3">
      <svg
        width={width}
        height={planTop + PLAN + 2}
        role="img"
        aria-label={strip.summary}
        className="block max-w-full"
        onClick={(event) => {
          const x = (event.clientX - event.currentTarget.getBoundingClientRect().left) / width;
          const column = strip.columns.findLast((one) => one.x <= x);
          if (column !== undefined) onTurn(column.turn);
        }}
      >
        {strip.bars.map(({ turn: at, group, x, y, width: w, height }) => (
          <rect
            key={`${at} ${group}`}
            x={x * width}
            y={top + y * HEIGHT}
            width={Math.max(0.5, w * width - (w * width > 4 ? 1 : 0))}
            height={height * HEIGHT}
            fill={group === "residual" ? RESIDUAL_COLOR : groupColor(group)}
          />
        ))}
        {strip.marks.map(({ turn: at, kind, x, label }, i) => (
          <path
            key={`${at} ${kind} ${i}`}
            d={kind === "annotation" ? `M${x * width} 2h10v8h-6l-4 4z` : `M${x * width} ${MARKS}v-8`}
            fill={kind === "annotation" ? "var(--accent)" : "none"}
            stroke={MARK_COLORS[kind] ?? "var(--ink-3)"}
            strokeWidth={2}
          >
            <title>{label}</title>
          </path>
        ))}
        {strip.plan.map(({ x, width: w, present }) => (
          <rect
            key={x}
            x={x * width}
            y={planTop}
            width={w * width}
            height={PLAN}
            fill={present ? "var(--kind-plan)" : "none"}
            stroke="var(--kind-plan)"
            strokeDasharray={present ? undefined : "3 2"}
          >
            <title>{present ? "the plan stands in the window" : "the plan is not in the window"}</title>
          </rect>
        ))}
        {strip.gaps.map(({ x, label }) => (
          <path
            key={x}
            d={`M${x * width - 3} ${top}l4 ${HEIGHT / 2}l-4 ${HEIGHT / 2}`}
            fill="none"
            stroke="var(--ink)"
            strokeDasharray="2 2"
          >
            <title>{label}</title>
          </path>
        ))}
        <path d={`M0 ${top + HEIGHT + 0.5}H${width}`} stroke="var(--line-strong)" />
        {cursor !== undefined && (
          <rect
            x={cursor.x * width}
            y={MARKS}
            width={Math.max(2, cursor.width * width)}
            height={planTop + PLAN - MARKS}
            fill="none"
            stroke="var(--ink)"
          />
        )}
      </svg>
      <figcaption className="mt-1 text-xs text-ink-2">
        {strip.summary}
        {strip.plan.length > 0 && " Below: the plan, filled where it stood in the window."}
        {strip.gaps.length > 0 && ` Cut short: ${strip.gaps.map(({ label }) => label).join(", ")}.`}
      </figcaption>
    </figure>
  );
}
