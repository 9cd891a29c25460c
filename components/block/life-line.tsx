import type { BlockModel, LifeSegment } from "@/lib/view/block/block-model";

const HEIGHT: Record<LifeSegment["mode"], number> = { full: 14, excerpt: 9, summary: 9, reference: 3 };

/** From here on a label ends at the margin, so that it is not cut. */
const LAST_AT = 0.96;
/** On a narrow screen, the label of the margin needs the room from here on. */
const CROWDED_AT = 0.86;

/** The height shows the mode: full height for the full text. */
export function LifeLine({ model }: { model: BlockModel }) {
  return (
    <figure className="mt-3">
      <figcaption className="text-sm">{model.lifeWords}</figcaption>
      <svg
        viewBox="0 0 1000 20"
        preserveAspectRatio="none"
        className="mt-1 block h-5 w-full bg-sunken"
        role="img"
        aria-label={model.lifeWords}
      >
        {model.ticks.map(({ at, label }) => (
          <path
            key={label}
            d={`M${at * 1000} 0v20`}
            stroke="var(--line-strong)"
            vectorEffect="non-scaling-stroke"
          />
        ))}
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
        {model.uses.marks.map(({ at, missing, label }, i) => (
          <path
            key={i}
            d={`M${at * 1000} ${missing ? 0 : 12}V20`}
            stroke={missing ? "var(--state-dangling)" : "var(--ink)"}
            strokeWidth={missing ? 2.5 : 1.5}
            strokeDasharray={missing ? "3 2" : undefined}
            vectorEffect="non-scaling-stroke"
          >
            <title>{label}</title>
          </path>
        ))}
      </svg>
      <div aria-hidden className="num relative h-4 text-2xs text-ink-3">
        {model.ticks.map(({ at, label }, i) => (
          <span
            key={label}
            className={`absolute ${at > CROWDED_AT && at <= LAST_AT ? "max-sm:hidden" : ""}`}
            style={at > LAST_AT ? { right: 0 } : { left: `${at * 100}%` }}
          >
            {i === 0 ? `turn ${label}` : label}
          </span>
        ))}
      </div>
      {model.uses.marks.length > 0 && (
        <p aria-hidden className="text-2xs text-ink-3">
          Strokes below the bar: used while it was there.
          {model.uses.marks.some(({ missing }) => missing) && (
            <>
              {" "}
              <span className="text-dangling">Dashed: used after it had left.</span>
            </>
          )}
        </p>
      )}
      <ul className="sr-only">
        {model.life.map((segment) => (
          <li key={segment.label}>{segment.label}</li>
        ))}
      </ul>
    </figure>
  );
}
