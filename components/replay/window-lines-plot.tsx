import { PLOT_TEXT } from "@/components/plot-axes";
import type { ResultRow } from "@/lib/view/replay/results";
import { listWindowLines } from "@/lib/view/replay/lines";
import { PLOT_LEFT, PLOT_RIGHT } from "../charts/plot";

const LETTER_PX = 14;
/** What the plot says of itself stands above its lines. */
const SAID_PX = 14;

interface Props {
  readonly rows: readonly ResultRow[];
  /** Indexes of the rows to draw. All of `rows` decide the scale. */
  readonly drawn?: readonly number[];
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly budget: number | null;
  readonly cursor: number | null;
  readonly onTurn: (turn: number) => void;
}

export function WindowLinesPlot({ rows, drawn, label, width, height, budget, cursor, onTurn }: Props) {
  const isWhole = drawn === undefined;
  const top = 6 + (isWhole ? SAID_PX : 0);
  const box = { left: PLOT_LEFT, right: width - PLOT_RIGHT - LETTER_PX, top, bottom: height - 18 };
  const model = listWindowLines(rows, box, budget);
  const lines = model.lines.filter(({ no }) => isWhole || drawn.includes(no));
  return (
    <svg
      className="block"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      onClick={(event) =>
        onTurn(model.turnAt(event.clientX - event.currentTarget.getBoundingClientRect().left))
      }
    >
      {model.ticks.map(({ y, label: tick }) => (
        <g key={tick}>
          <line x1={box.left} x2={box.right} y1={y} y2={y} stroke="var(--line)" />
          <text x={box.left - 6} y={y + 4} textAnchor="end" {...PLOT_TEXT}>
            {tick}
          </text>
        </g>
      ))}
      {cursor !== null && (
        <rect
          x={model.x(cursor)}
          width={Math.max(1, model.x(cursor + 1) - model.x(cursor))}
          y={box.top}
          height={box.bottom - box.top}
          fill="var(--ink)"
          fillOpacity={0.1}
          stroke="var(--ink)"
        />
      )}
      {model.budget !== null && (
        <g>
          <line
            x1={box.left}
            x2={box.right}
            y1={model.budget.y}
            y2={model.budget.y}
            stroke="var(--ink-2)"
            strokeDasharray="2 3"
          />
          <text x={box.left + 4} y={model.budget.y + 13} {...PLOT_TEXT}>
            {model.budget.label}
          </text>
        </g>
      )}
      {lines.map(({ no, path, color, dash, letter, endY }) => (
        <g key={no}>
          <path
            d={path}
            fill="none"
            stroke={color}
            strokeWidth={letter === "R" ? 1.5 : 2}
            strokeDasharray={dash}
          />
          <text x={box.right + 4} y={endY + 4} fontSize={11} fill="var(--ink-2)">
            {letter}
          </text>
        </g>
      ))}
      {model.turnTicks.map(({ x, label: turn }) => (
        <text key={turn} x={x} y={height - 4} textAnchor="middle" {...PLOT_TEXT}>
          {turn}
        </text>
      ))}
      {isWhole && (
        <text x={box.left} y={SAID_PX - 4} {...PLOT_TEXT}>
          tokens in the window, by turn
        </text>
      )}
    </svg>
  );
}
