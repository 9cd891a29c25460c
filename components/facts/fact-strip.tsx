import type { FactSegment } from "@/lib/view/questions/facts-model";

/** Height and fill of each state: full height for the source, less for less, a hollow line where nothing could be read. */
const LOOK: Record<FactSegment["state"], { height: number; opacity: number }> = {
  full: { height: 16, opacity: 1 },
  part: { height: 10, opacity: 1 },
  summary: { height: 10, opacity: 0.55 },
  own_words: { height: 5, opacity: 0.8 },
  hidden: { height: 2, opacity: 0.6 },
  gone: { height: 0, opacity: 0 },
};
const HEIGHT = 18;

interface Props {
  segments: readonly FactSegment[];
  color: string;
  label: string;
}

/** Turns from left to right, and how the text could be read in each. */
export function FactStrip({ segments, color, label }: Props) {
  return (
    <svg
      viewBox={`0 0 1000 ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-[18px] w-full bg-sunken"
      role="img"
      aria-label={label}
    >
      {segments.map((segment) => {
        const { height, opacity } = LOOK[segment.state];
        return (
          <rect
            key={`${segment.start} ${segment.state}`}
            x={segment.start * 1000}
            y={(HEIGHT - height) / 2}
            width={Math.max(2, (segment.end - segment.start) * 1000)}
            height={height}
            fill={color}
            fillOpacity={opacity}
          >
            <title>{segment.label}</title>
          </rect>
        );
      })}
    </svg>
  );
}
