import type { BlockModel, LifeSegment } from "@/lib/view/block-model";

const HEIGHT: Record<LifeSegment["mode"], number> = { full: 14, excerpt: 9, summary: 9, reference: 3 };

/** When the block stood in the window, over the whole session: full height for the full text, less for less. */
export function LifeLine({ model }: { model: BlockModel }) {
  return (
    <figure className="mt-4">
      <figcaption className="text-xs text-ink-2">{model.lifeWords}</figcaption>
      <svg
        viewBox="0 0 1000 20"
        preserveAspectRatio="none"
        className="mt-1 block h-5 w-full bg-sunken"
        role="img"
        aria-label={model.lifeWords}
      >
        {model.life.map((segment) => {
          const height = HEIGHT[segment.mode];
          return (
            <rect
              key={`${segment.start}-${segment.mode}`}
              x={segment.start * 1000}
              y={10 - height / 2}
              width={Math.max(2, (segment.end - segment.start) * 1000)}
              height={height}
              fill={model.color}
              fillOpacity={segment.mode === "full" ? 1 : 0.6}
            >
              <title>{segment.label}</title>
            </rect>
          );
        })}
      </svg>
      <ul className="sr-only">
        {model.life.map((segment) => (
          <li key={segment.label}>{segment.label}</li>
        ))}
      </ul>
    </figure>
  );
}
