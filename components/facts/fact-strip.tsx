import type { CSSProperties } from "react";
import type { FactSegment } from "@/lib/view/questions/facts-model";

const HEIGHT = 18;

interface Look {
  readonly height: number;
  readonly fill: (color: string) => CSSProperties;
}

const solid = (color: string): CSSProperties => ({ background: color });

/** Each state has its own height and pattern, so the states differ without colour too. */
const LOOK: Record<FactSegment["state"], Look> = {
  full: { height: 16, fill: solid },
  part: { height: 8, fill: solid },
  summary: {
    height: 16,
    fill: (color) => ({
      background: `repeating-linear-gradient(45deg, ${color} 0 2px, transparent 2px 5px)`,
      boxShadow: `inset 0 0 0 1px ${color}`,
    }),
  },
  own_words: {
    height: 16,
    fill: (color) => ({
      backgroundImage: `radial-gradient(${color} 1.2px, transparent 1.4px)`,
      backgroundSize: "5px 5px",
    }),
  },
  hidden: { height: 2, fill: solid },
  gone: { height: 12, fill: () => ({ boxShadow: "inset 0 0 0 1px var(--line-strong)" }) },
};

interface Props {
  segments: readonly FactSegment[];
  color: string;
  label: string;
}

export function FactStrip({ segments, color, label }: Props) {
  return (
    <div role="img" aria-label={label} className="relative w-full bg-sunken" style={{ height: HEIGHT }}>
      {segments.map((segment) => {
        const { height, fill } = LOOK[segment.state];
        return (
          <span
            key={`${segment.start} ${segment.state}`}
            title={segment.label}
            className="absolute min-w-0.5"
            style={{
              left: `${segment.start * 100}%`,
              width: `${(segment.end - segment.start) * 100}%`,
              top: (HEIGHT - height) / 2,
              height,
              ...fill(color),
            }}
          />
        );
      })}
    </div>
  );
}
