import type { PointerEvent, ReactNode } from "react";
import { useEffect, useRef, useState } from "react";
import type { GraphModel } from "@/lib/view/plan/graph";
import { COLUMN_WIDTH, NODE_HEIGHT, NODE_WIDTH } from "@/lib/view/plan/graph";
import { useWidth } from "../charts/use-width";

/** Below this scale the words of a graph cannot be read. Then the graph scrolls and has a map. */
const READABLE = 0.8;
const MAP_HEIGHT = 44;

interface Props {
  graph: GraphModel;
  children: ReactNode;
}

/** A graph that fits the page if it stays readable, else one that scrolls below a small map. */
export function PlanFrame({ graph, children }: Props) {
  const [frame, width] = useWidth<HTMLDivElement>();
  const box = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState(0);
  const [whole, setWhole] = useState(false);
  const fitting = width === 0 ? 1 : Math.min(1, width / graph.width);
  const isFitted = fitting >= READABLE || whole;
  const scale = isFitted ? fitting : 1;
  const scrollTo = (share: number) => {
    if (box.current !== null) box.current.scrollLeft = share * graph.width - width / 2;
  };
  useEffect(() => {
    const view = box.current;
    if (view === null || graph.focus === null) return;
    const [from, to] = [graph.focus.left * scale, graph.focus.right * scale];
    if (from < view.scrollLeft || to > view.scrollLeft + view.clientWidth)
      // Where the two ends are further apart than the page is wide, the use is shown. No card is cut at the left edge.
      view.scrollLeft =
        Math.ceil(
          Math.max((from + to - view.clientWidth) / 2, to - view.clientWidth) / (COLUMN_WIDTH * scale),
        ) *
        COLUMN_WIDTH *
        scale;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the focus is a new object on every draw
  }, [graph.focus?.left, graph.focus?.right, scale]);
  return (
    <div ref={frame} className="border-y border-line">
      {fitting < READABLE && (
        <div className="flex items-start gap-2 border-b border-line print:hidden">
          <PlanMap
            graph={graph}
            width={Math.max(1, width - 84)}
            left={left}
            seen={isFitted ? graph.width : width}
            onPick={scrollTo}
          />
          <button type="button" className="btn mt-1" aria-pressed={whole} onClick={() => setWhole(!whole)}>
            {whole ? "Full size" : "Fit"}
          </button>
        </div>
      )}
      <div
        ref={box}
        role="region"
        aria-label="Graph of steps and evidence"
        tabIndex={0}
        className="overflow-x-auto"
        onScroll={(event) => setLeft(event.currentTarget.scrollLeft)}
      >
        <div
          className="print:h-auto! print:w-full! print:[&>svg]:h-auto"
          style={{ width: graph.width * scale, height: graph.height * scale }}
        >
          {children}
        </div>
      </div>
    </div>
  );
}

interface MapProps {
  graph: GraphModel;
  width: number;
  left: number;
  seen: number;
  onPick: (share: number) => void;
}

function PlanMap({ graph, width, left, seen, onPick }: MapProps) {
  const pick = (event: PointerEvent<SVGSVGElement>) => {
    const at = event.currentTarget.getBoundingClientRect();
    onPick((event.clientX - at.left) / at.width);
  };
  return (
    <svg
      width={width}
      height={MAP_HEIGHT}
      viewBox={`0 0 ${graph.width} ${graph.height}`}
      preserveAspectRatio="none"
      className="shrink-0 cursor-pointer touch-none bg-sunken"
      role="img"
      aria-label="Map of the whole graph"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        pick(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) pick(event);
      }}
    >
      {graph.nodes.map((node) => (
        <rect
          key={node.key}
          x={node.x}
          y={node.y}
          width={NODE_WIDTH}
          height={NODE_HEIGHT}
          fill={node.dangling ? "var(--state-dangling)" : node.color}
        />
      ))}
      <rect
        x={left}
        y={0}
        width={Math.min(seen, graph.width)}
        height={graph.height}
        fill="var(--ink)"
        fillOpacity={0.1}
        stroke="var(--ink-2)"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
