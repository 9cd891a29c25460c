import type { Shape } from "@/lib/view/chart/shapes";

const ANCHORS = { left: "start", right: "end", center: "middle" } as const;

export function SvgShapes({ shapes }: { shapes: readonly Shape[] }) {
  return shapes.map((shape, i) => <One key={i} shape={shape} />);
}

function One({ shape }: { shape: Shape }) {
  switch (shape.type) {
    case "rect":
      return (
        <rect
          x={shape.x}
          y={shape.y}
          width={shape.width}
          height={shape.height}
          fill={shape.fill}
          fillOpacity={shape.opacity}
        />
      );
    case "line":
      return (
        <line
          x1={shape.x1}
          y1={shape.y1}
          x2={shape.x2}
          y2={shape.y2}
          stroke={shape.stroke}
          strokeWidth={shape.width ?? 1}
          strokeDasharray={shape.dash?.join(" ")}
        />
      );
    case "path":
      return (
        <path
          transform={`translate(${shape.x} ${shape.y})`}
          d={shape.d}
          fill={shape.fill ?? "none"}
          stroke={shape.stroke}
          strokeWidth={shape.width ?? 1}
        />
      );
    case "text":
      return (
        <text
          x={shape.x}
          y={shape.y}
          fontSize={shape.size}
          fill={shape.fill}
          fontWeight={shape.weight}
          textAnchor={ANCHORS[shape.align ?? "left"]}
          dominantBaseline="central"
        >
          {shape.text}
        </text>
      );
  }
}
