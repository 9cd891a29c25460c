import type { ComparedBlock, Stretch } from "@/lib/view/replay/compare";
import type { Scale, TurnRange } from "@/lib/view/chart/scale";
import { makeLinearScale } from "@/lib/view/chart/scale";
import { PLOT_RIGHT } from "../charts/plot";

/** Width of the lane names in pixels. The charts above use the same width. */
export const LANE_LABEL_PX = 200;
const ROW_PX = 22;
const BAR_PX = 7;
const LETTER_PX = 6.3;

interface Props {
  readonly blocks: readonly ComparedBlock[];
  readonly range: TurnRange;
  readonly width: number;
  readonly cursor: number | null;
  readonly onTurn: (turn: number) => void;
}

/** Each block's residencies in both windows: A above, B below. A hollow bar is a placeholder. */
export function PairedLanes({ blocks, range, width, cursor, onTurn }: Props) {
  const left = Math.min(LANE_LABEL_PX, width / 3);
  const x = makeLinearScale([range.from, range.to + 1], [left, width - PLOT_RIGHT]);
  const letters = Math.floor((left - 16) / LETTER_PX);
  const height = blocks.length * ROW_PX;
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label="Blocks that differ: above the turns in A, below those in B"
      onClick={({ clientX, currentTarget }) =>
        onTurn(
          Math.max(
            range.from,
            Math.min(range.to, Math.floor(x.from(clientX - currentTarget.getBoundingClientRect().left))),
          ),
        )
      }
    >
      {cursor !== null && (
        <rect
          x={x.to(cursor)}
          width={Math.max(1, x.to(cursor + 1) - x.to(cursor))}
          y={0}
          height={height}
          fill="var(--ink)"
          fillOpacity={0.1}
        />
      )}
      {blocks.map((block, i) => {
        const name = `${block.neededAfter ? "! " : ""}${block.name} ${block.hint}`.trim();
        return (
          <g key={block.id} transform={`translate(0 ${i * ROW_PX})`}>
            <line x1={0} x2={width} y1={ROW_PX - 0.5} y2={ROW_PX - 0.5} stroke="var(--line)" />
            <text
              x={0}
              y={ROW_PX / 2 + 4}
              fontSize={11}
              fill={block.neededAfter ? "var(--state-dangling)" : "var(--ink-2)"}
            >
              {name.length > letters ? `${name.slice(0, letters - 1)}…` : name}
              <title>{name}</title>
            </text>
            <Bars list={block.a} x={x} y={2} color="var(--compare-a)" />
            <Bars list={block.b} x={x} y={2 + BAR_PX + 3} color="var(--compare-b)" />
          </g>
        );
      })}
    </svg>
  );
}

function Bars({ list, x, y, color }: { list: readonly Stretch[]; x: Scale; y: number; color: string }) {
  return list.map(({ from, to, mode }) => (
    <rect
      key={`${from} ${mode}`}
      x={x.to(from) + 0.5}
      width={Math.max(1, x.to(to + 1) - x.to(from) - 1)}
      y={y + 0.5}
      height={BAR_PX - 1}
      fill={mode === "full" ? color : "var(--surface)"}
      stroke={color}
    />
  ));
}
