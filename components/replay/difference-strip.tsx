import { labelAxis } from "@/lib/view/format/axis-label";
import type { TurnRange } from "@/lib/view/chart/scale";
import { makeLinearScale, turnTicks } from "@/lib/view/chart/scale";
import { PLOT_RIGHT } from "../charts/plot";
import { LANE_LABEL_PX } from "./paired-lanes";

const BARS_PX = 64;
const HEIGHT = BARS_PX + 16;
const TICK_PX = 96;

interface Props {
  readonly bars: readonly { readonly turn: number; readonly value: number }[];
  readonly range: TurnRange;
  readonly width: number;
  readonly cursor: number | null;
  readonly onTurn: (turn: number) => void;
}

/** Tokens of B minus tokens of A per turn. A bar above the line means that B holds more. */
export function DifferenceStrip({ bars, range, width, cursor, onTurn }: Props) {
  const left = Math.min(LANE_LABEL_PX, width / 3);
  const x = makeLinearScale([range.from, range.to + 1], [left, width - PLOT_RIGHT]);
  const most = bars.reduce((high, { value }) => Math.max(high, Math.abs(value)), 1);
  const y = makeLinearScale([-most, most], [BARS_PX - 4, 4]);
  const step = Math.max(1, x.to(range.from + 1) - x.to(range.from) - 1);
  return (
    <svg
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label="Tokens of B minus tokens of A, by turn"
      onClick={({ clientX, currentTarget }) =>
        onTurn(
          Math.max(
            range.from,
            Math.min(range.to, Math.floor(x.from(clientX - currentTarget.getBoundingClientRect().left))),
          ),
        )
      }
    >
      <text x={left - 6} y={12} textAnchor="end" fontSize={11} fill="var(--compare-b)">
        B holds {labelAxis(most)} more
      </text>
      <text x={left - 6} y={BARS_PX - 6} textAnchor="end" fontSize={11} fill="var(--compare-a)">
        A holds {labelAxis(most)} more
      </text>
      {cursor !== null && (
        <rect x={x.to(cursor)} width={step} y={0} height={BARS_PX} fill="var(--ink)" fillOpacity={0.1} />
      )}
      {bars.map(({ turn, value }) => (
        <rect
          key={turn}
          x={x.to(turn)}
          width={step}
          y={Math.min(y.to(0), y.to(value))}
          height={Math.abs(y.to(value) - y.to(0))}
          fill={value > 0 ? "var(--compare-b)" : "var(--compare-a)"}
        />
      ))}
      <line x1={left} x2={width - PLOT_RIGHT} y1={y.to(0)} y2={y.to(0)} stroke="var(--line-strong)" />
      <text x={left - 6} y={HEIGHT - 4} textAnchor="end" fontSize={11} fill="var(--ink-3)">
        tokens, by turn
      </text>
      {turnTicks(range, (width - left) / TICK_PX).map((turn) => (
        <text key={turn} x={x.to(turn)} y={HEIGHT - 4} textAnchor="middle" fontSize={11} fill="var(--ink-3)">
          {turn}
        </text>
      ))}
    </svg>
  );
}
