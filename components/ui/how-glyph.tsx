import type { EvictionHow } from "@/lib/core/vocabulary";

const PATHS: Record<EvictionHow, { d: string; words: string }> = {
  cleared: { d: "M3 3l6 6M9 3l-6 6", words: "cleared" },
  trimmed: { d: "M1.5 3.5h9M1.5 8.5h5", words: "trimmed" },
  compacted: { d: "M2.5 2l3.5 4l-3.5 4M6.5 2L10 6l-3.5 4", words: "compacted" },
  truncated: { d: "M2 1.5l2 2.25l-2 2.25l2 2.25l-2 2.25M6 6h5", words: "truncated" },
  removed: { d: "M6 1.5v8M3 6.5l3 3l3-3", words: "removed" },
};

/** The sign of how something left a window. */
export function HowGlyph({ how }: { how: EvictionHow }) {
  const { d, words } = PATHS[how];
  return (
    <svg
      width="12"
      height="12"
      viewBox="0 0 12 12"
      className="shrink-0 self-center"
      role="img"
      aria-label={words}
    >
      <title>{words}</title>
      <path
        d={d}
        fill="none"
        stroke="var(--state-evicted)"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** The same sign for a drawing: a path in a 12 by 12 box. */
export function howPath(how: EvictionHow): string {
  return PATHS[how].d;
}
