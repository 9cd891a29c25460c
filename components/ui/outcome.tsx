import type { Outcome as OutcomeName } from "@/lib/core/vocabulary";

const LOOK: Record<OutcomeName, { glyph: string; className: string }> = {
  ok: { glyph: "✓", className: "text-restorable" },
  wrong: { glyph: "≠", className: "text-dangling" },
  failed: { glyph: "✕", className: "text-dangling" },
  aborted: { glyph: "◼", className: "text-warning" },
  unknown: { glyph: "?", className: "text-ink-3" },
};

/** Colour alone never says how a session ended. */
export function Outcome({ outcome }: { outcome: OutcomeName | null }) {
  if (outcome === null) return <span className="text-ink-3">–</span>;
  const { glyph, className } = LOOK[outcome];
  return (
    <span className={`inline-flex items-center gap-1 ${className}`}>
      <span aria-hidden className="num w-3 text-center">
        {glyph}
      </span>
      {outcome}
    </span>
  );
}
