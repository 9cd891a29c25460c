import type { EvictionHow } from "@/lib/core/vocabulary";
import { pickGlyph } from "@/lib/view/chart/how-glyph";

export function HowGlyph({ how }: { how: EvictionHow }) {
  const { d, words } = pickGlyph(how);
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
