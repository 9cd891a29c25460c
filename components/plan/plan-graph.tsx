import type { FindingMark } from "@/lib/view/findings/markers";
import type { GraphEdge, GraphModel } from "@/lib/view/plan/graph";
import type { GraphNode } from "@/lib/view/plan/graph-nodes";
import { NODE_HEIGHT, NODE_WIDTH } from "@/lib/view/plan/graph";
import type { PlanModel } from "@/lib/view/plan/plan-model";
import { FindingMarkLink } from "../findings/finding-marks";
import { EmptyState } from "../ui/empty-state";
import { PlanFrame } from "./plan-frame";

interface Props {
  sessionId: string;
  model: PlanModel;
  marks: readonly FindingMark[];
  selected: string | null;
  onSelect: (key: string | null) => void;
  onTurn: (turn: number) => void;
}

export function PlanGraph({ sessionId, model, marks, selected, onSelect, onTurn }: Props) {
  const { graph } = model;
  if (graph === null)
    return (
      <EmptyState title="Nothing to draw">All evidence was in the window when it was needed.</EmptyState>
    );
  return (
    <PlanFrame graph={graph}>
      <svg
        viewBox={`0 0 ${graph.width} ${graph.height}`}
        width="100%"
        height="100%"
        className="block"
        role="group"
        aria-label={model.summary}
      >
        <Ground graph={graph} />
        {graph.edges.map((edge) => (
          <EdgeLine key={edge.id} edge={edge} look={lookOf(edge, selected)} onSelect={onSelect} />
        ))}
        {graph.columns.map(({ x, turn }) => {
          const mark = marks.find((findingMark) => findingMark.turn === turn);
          return mark === undefined ? null : (
            <g key={turn} transform={`translate(${x + NODE_WIDTH - 8} 5)`}>
              <FindingMarkLink sessionId={sessionId} mark={mark} onPick={onTurn} />
            </g>
          );
        })}
        {graph.nodes.map((node) => (
          <NodeBox key={node.key} node={node} selected={node.key === selected} onSelect={onSelect} />
        ))}
      </svg>
    </PlanFrame>
  );
}

type Look = "plain" | "selected" | "dimmed";

function lookOf({ id, from, to }: GraphEdge, selected: string | null): Look {
  if (selected === null) return "plain";
  return selected === id || selected === from || selected === to ? "selected" : "dimmed";
}

function Ground({ graph: { columns, width, height, ground } }: { graph: GraphModel }) {
  return (
    <g aria-hidden>
      {columns.map(({ x, label, current }) => (
        <g key={label}>
          {current && <rect x={x - 8} y={0} width={NODE_WIDTH + 16} height={height} fill="var(--sunken)" />}
          <text x={x} y={15} fontSize={11} fill={current ? "var(--ink)" : "var(--ink-3)"} className="num">
            {label}
          </text>
        </g>
      ))}
      <path d={`M0 ${ground}H${width}`} stroke="var(--line)" />
    </g>
  );
}

function EdgeLine({ edge, look, onSelect }: { edge: GraphEdge; look: Look; onSelect: Props["onSelect"] }) {
  const opacity = look === "dimmed" ? 0.2 : edge.faded ? 0.25 : 1;
  const width = (edge.declared ? 2.25 : 1) + (look === "selected" ? 1 : 0);
  return (
    <g opacity={opacity} onClick={() => onSelect(edge.id)} style={{ cursor: "pointer" }} data-edge={edge.id}>
      <path d={edge.path} fill="none" stroke="transparent" strokeWidth={10} />
      <path
        d={edge.path}
        fill="none"
        stroke={edge.color}
        strokeWidth={width}
        {...(edge.dashes !== null && { pathLength: 100, strokeDasharray: edge.dashes })}
      />
      {edge.glyph !== "●" && (
        <text
          x={edge.sign.x}
          y={edge.sign.y + 5}
          textAnchor="middle"
          fontSize={15}
          fontWeight={700}
          fill={edge.color}
          stroke="var(--surface)"
          strokeWidth={3}
          paintOrder="stroke"
        >
          {edge.glyph}
        </text>
      )}
    </g>
  );
}

function NodeBox({
  node,
  selected,
  onSelect,
}: {
  node: GraphNode;
  selected: boolean;
  onSelect: Props["onSelect"];
}) {
  const { x, y, title, subtitle, color, faded, dangling, band, key } = node;
  const signs = [
    band === "use" ? "use" : "evidence",
    ...(dangling ? ["without evidence"] : []),
    ...(faded ? ["not there at this turn"] : []),
  ];
  const name = `${title} ${subtitle} (${signs.join(", ")})`;
  return (
    <g
      role="button"
      tabIndex={0}
      aria-label={name}
      aria-pressed={selected}
      opacity={faded ? 0.45 : 1}
      style={{ cursor: "pointer" }}
      onClick={() => onSelect(selected ? null : key)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        onSelect(selected ? null : key);
      }}
    >
      <rect
        x={x + 0.5}
        y={y + 0.5}
        width={NODE_WIDTH - 1}
        height={NODE_HEIGHT - 1}
        rx={3}
        fill="var(--surface)"
        stroke={dangling ? "var(--state-dangling)" : selected ? "var(--ink)" : "var(--line-strong)"}
        strokeWidth={selected ? 2 : 1}
        strokeDasharray={faded ? "3 3" : undefined}
      />
      <rect x={x + 1} y={y + 1} width={4} height={NODE_HEIGHT - 2} fill={color} />
      <svg x={x + 11} y={y} width={NODE_WIDTH - 15} height={NODE_HEIGHT}>
        <text unicodeBidi="isolate">
          <tspan x={0} y={14} fontSize={11.5} fontWeight={500} fill="var(--ink)">
            {title}
          </tspan>{" "}
          <tspan x={0} y={27} fontSize={10} fill="var(--ink-3)">
            {subtitle}
          </tspan>
        </text>
      </svg>
    </g>
  );
}
