import { createContext, use } from "react";
import { ResponsiveContainer, Tooltip, Treemap } from "recharts";
import type { CostModel } from "@/lib/view/cost/cost-model";

export interface CostTreemapProps {
  readonly tree: CostModel["tree"];
  readonly selected: string | null;
  /** Whether a block can be opened: a share shows no other page. */
  readonly opens: boolean;
}

const Chosen = createContext<Pick<CostTreemapProps, "selected" | "opens">>({ selected: null, opens: true });

/** A link for each block. Arrows go through them, so that the picture is one stop of the tab key. */
export default function CostTreemap({ tree, selected, opens }: CostTreemapProps) {
  const data = tree.map((group) => ({ ...group, children: group.children.map((leaf) => ({ ...leaf })) }));
  return (
    <Chosen value={{ selected, opens }}>
      <ResponsiveContainer width="100%" height="100%">
        <Treemap data={data} dataKey="size" isAnimationActive={false} content={<Cell />}>
          <Tooltip content={<Box />} isAnimationActive={false} />
        </Treemap>
      </ResponsiveContainer>
    </Chosen>
  );
}

interface CellProps {
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly name?: string;
  readonly short?: string;
  readonly words?: string;
  readonly href?: string | null;
  readonly treeKey?: string;
  readonly color?: string;
  readonly depth?: number;
}

const WIDE = 40;
const HIGH = 16;
const CHAR_WIDTH = 6.2;

function Cell({ x = 0, y = 0, width = 0, height = 0, depth = 0, ...leaf }: CellProps) {
  const { name = "", short = name, words = "", href = null, treeKey, color } = leaf;
  const { selected, opens } = use(Chosen);
  if (depth === 0) return <g />;
  const letters = Math.floor((width - 8) / CHAR_WIDTH);
  const place = `tree.${treeKey ?? ""}`;
  const isSelected = depth > 1 && place === selected;
  const box = (
    <rect
      x={x}
      y={y}
      width={width}
      height={height}
      fill={color}
      fillOpacity={isSelected ? 0.6 : 0.35}
      stroke={isSelected ? "var(--ink)" : "var(--surface)"}
      strokeWidth={isSelected ? 2 : 1}
    />
  );
  if (depth === 1 || treeKey === undefined) return <g>{box}</g>;
  const about = { "data-sel": place, tabIndex: -1, "aria-label": `${name} ${words}` };
  return (
    <g>
      {href === null || !opens ? (
        <g {...about} role="img">
          {box}
        </g>
      ) : (
        <a {...about} href={href}>
          {box}
        </a>
      )}
      {/* Beside the link: a name that is cut is none. */}
      {width > WIDE && height > HIGH && (
        <text x={x + 4} y={y + 13} fontSize={11} fill="var(--ink)" aria-hidden pointerEvents="none">
          {short.length > letters ? `${short.slice(0, Math.max(0, letters - 1))}…` : short}
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
