import type { Marker } from "@/lib/view/chart/marker";
import type { Scale } from "@/lib/view/chart/scale";

const HEIGHT = 18;
const STEP_MIN_PX = 5;

/** As the part of the cost that was written again. */
export const LOSS_COLOR = "var(--kind-memory)";

export const MARKER_LOOK: Record<Marker["kind"], { path: (size: number) => string; color: string }> = {
  eviction: {
    path: (size) => `M0 ${14}l${-2 - 2.5 * size} ${-4 - 6 * size}h${4 + 5 * size}z`,
    color: "var(--state-evicted)",
  },
  compaction: { path: () => "M0 2l5 6l-5 6l-5 -6z", color: "var(--state-evicted)" },
  loss: { path: () => "M-5 4l2 -2l3 3l3 -3l2 2l-3 3l3 3l-2 2l-3 -3l-3 3l-2 -2l3 -3z", color: LOSS_COLOR },
  spike: { path: () => "M0 2l3.5 5h-7z", color: "var(--ink)" },
};

export function MarkerRow({
  markers,
  scale,
  width,
  half,
  onPick,
}: {
  markers: readonly Marker[];
  scale: Scale;
  width: number;
  half: number;
  onPick: (turn: number) => void;
}) {
  const visible = spaced(markers, scale);
  return (
    <svg
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="group"
      aria-label="Events by turn"
      className="block"
    >
      {visible.map((marker) => {
        const { path, color } = MARKER_LOOK[marker.kind];
        return (
          <g
            key={`${marker.kind}-${marker.x}`}
            transform={`translate(${scale.to(marker.x + half)} 1)`}
            className="cursor-pointer"
            onClick={() => onPick(marker.turn)}
          >
            <title>{marker.label}</title>
            {marker.cause !== undefined && (
              <CausePointer length={scale.to(marker.x) - scale.to(Math.max(scale.domain[0], marker.cause))} />
            )}
            <path d={path(marker.size)} fill={color} fillOpacity={marker.kind === "eviction" ? 0.85 : 1} />
          </g>
        );
      })}
    </svg>
  );
}

/** Points from the turn that a spike fills back to the turn that caused it. Empty when the two are too close. */
function CausePointer({ length }: { length: number }) {
  if (length < POINTER_MIN_PX) return null;
  return (
    <path
      d={`M-5 9H${-length}M${-length} 9l3.5 -2.5M${-length} 9l3.5 2.5`}
      fill="none"
      stroke="var(--ink)"
      strokeWidth={1}
    />
  );
}

const POINTER_MIN_PX = 9;

function spaced(markers: readonly Marker[], scale: Scale): Marker[] {
  const kept: Marker[] = [];
  for (const marker of markers) {
    const last = kept.findLast((m) => m.kind === marker.kind);
    if (last !== undefined && scale.to(marker.x) - scale.to(last.x) < STEP_MIN_PX) {
      if (marker.size > last.size) kept[kept.indexOf(last)] = marker;
      continue;
    }
    kept.push(marker);
  }
  return kept;
}
