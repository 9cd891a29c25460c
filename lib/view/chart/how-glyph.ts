import type { EvictionHow } from "@/lib/core/vocabulary";

/** A stroked path in a box of 12 by 12, and its word. */
export interface HowGlyph {
  readonly d: string;
  readonly words: string;
}

const GLYPHS: Record<EvictionHow, HowGlyph> = {
  cleared: { d: "M3 3l6 6M9 3l-6 6", words: "cleared" },
  trimmed: { d: "M1.5 3.5h9M1.5 8.5h5", words: "trimmed" },
  compacted: { d: "M2.5 2l3.5 4l-3.5 4M6.5 2L10 6l-3.5 4", words: "compacted" },
  truncated: { d: "M2 1.5l2 2.25l-2 2.25l2 2.25l-2 2.25M6 6h5", words: "truncated" },
  removed: { d: "M6 1.5v8M3 6.5l3 3l3-3", words: "removed" },
};

export function pickGlyph(how: EvictionHow): HowGlyph {
  return GLYPHS[how];
}
