import { ResponsiveContainer, Tooltip, Treemap } from "recharts";
import type { CostModel } from "@/lib/view/cost/cost-model";

export default function CostTreemap({ tree }: { tree: CostModel["tree"] }) {
  const data = tree.map((group) => ({ ...group, children: group.children.map((leaf) => ({ ...leaf })) }));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <Treemap data={data} dataKey="size" isAnimationActive={false} content={<Cell />}>
        <Tooltip content={<Box />} isAnimationActive={false} />
      </Treemap>
    </ResponsiveContainer>
  );
}

interface CellProps {
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly name?: string;
  readonly color?: string;
  readonly depth?: number;
}

const WIDE = 64;
const HIGH = 16;
const CHAR_WIDTH = 6.2;

function Cell({ x = 0, y = 0, width = 0, height = 0, name = "", color, depth = 0 }: CellProps) {
  if (depth === 0) return <g />;
  const letters = Math.floor((width - 8) / CHAR_WIDTH);
  return (
    <g>
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        fill={color}
        fillOpacity={0.35}
        stroke="var(--surface)"
      />
      {depth > 1 && width > WIDE && height > HIGH && (
        <text x={x + 4} y={y + 13} fontSize={11} fill="var(--ink)">
          {name.length > letters ? `${name.slice(0, Math.max(0, letters - 1))}…` : name}
        </text>
      )}
    </g>
  );
}

interface BoxProps {
  readonly active?: boolean;
  readonly payload?: readonly { readonly payload?: { readonly name?: string; readonly words?: string } }[];
}

function Box({ active = false, payload = [] }: BoxProps) {
  const leaf = payload[0]?.payload;
  if (!active || leaf === undefined) return null;
  return (
    <div className="max-w-80 rounded-md bg-raised px-2.5 py-1.5 text-xs shadow-(--shadow)">
      <span dir="auto">{leaf.name}</span> <span className="num pl-2">{leaf.words}</span>
    </div>
  );
}
