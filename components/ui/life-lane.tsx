import type { MatchLane } from "@/lib/view/format/match-line";

/** When a text stood in the windows of its session, as a bar and in words. */
export function LifeLane({ lane: { bars, words } }: { lane: MatchLane }) {
  return (
    <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-2xs text-ink-3">
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" className="h-1.5 w-24 shrink-0 bg-sunken" aria-hidden>
        {bars.map(({ x, width, left }) => (
          <rect
            key={x}
            x={x}
            width={width}
            height="1"
            fill={left ? "var(--state-evicted)" : "var(--kind-tool)"}
          />
        ))}
      </svg>
      <span className="min-w-40 flex-1">{words}</span>
    </span>
  );
}
