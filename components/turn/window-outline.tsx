import type { OutlineStripe } from "@/lib/view/turn/sections";

const WIDTH = 18;
const HEIGHT = 1_000;
/** Fewer lines are in sight at once. */
const STRIPES_MIN = 12;

interface Props {
  stripes: readonly OutlineStripe[];
  /** The visible lines, as indexes in the list. */
  sight: { readonly from: number; readonly to: number } | null;
  onPick: (at: number) => void;
}

export function WindowOutline({ stripes, sight, onPick }: Props) {
  if (stripes.length < STRIPES_MIN) return null;
  const first = stripes.find(({ at }) => sight !== null && at >= sight.from);
  const last = stripes.findLast(({ at }) => sight !== null && at <= sight.to);
  return (
    <div className="relative w-[18px] shrink-0">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="absolute inset-0 size-full cursor-pointer"
        aria-hidden
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const share = (event.clientY - box.top) / box.height;
          const stripe = stripes.find(({ end }) => end >= share) ?? stripes.at(-1);
          if (stripe !== undefined) onPick(stripe.at);
        }}
      >
        {stripes.map(({ at, start, end, color, isNew, title }) => (
          <g key={at}>
            <rect x={4} y={start * HEIGHT} width={9} height={(end - start) * HEIGHT} fill={color}>
              <title>{title}</title>
            </rect>
            {isNew && (
              <rect
                x={14}
                y={start * HEIGHT}
                width={4}
                height={Math.max(3, (end - start) * HEIGHT)}
                fill="var(--accent)"
              />
            )}
          </g>
        ))}
        {first !== undefined && last !== undefined && (
          <rect
            x={0.5}
            y={first.start * HEIGHT}
            width={WIDTH - 1}
            height={Math.max(4, (last.end - first.start) * HEIGHT)}
            fill="var(--ink)"
            fillOpacity={0.12}
            stroke="var(--ink-2)"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
    </div>
  );
}
