import type { SeverityCounts as Counts } from "@/lib/view/severity";
import { describeCounts, SEVERITY_LOOKS } from "@/lib/view/severity";

export function SeverityCounts({ counts }: { counts: Counts | null }) {
  if (counts === null)
    return (
      <span className="text-ink-3" title="Not analysed yet">
        …
      </span>
    );
  const shown = SEVERITY_LOOKS.filter(({ severity }) => (counts[severity] ?? 0) > 0);
  return (
    <span className="inline-flex items-baseline gap-2" title={describeCounts(counts)}>
      {shown.length === 0 && <span className="text-ink-3">0</span>}
      {shown.map(({ severity, glyph, className }) => (
        <span key={severity} className={`num ${className}`}>
          <span aria-hidden className="mr-0.5 text-2xs">
            {glyph}
          </span>
          {counts[severity]}
          <span className="sr-only"> {severity}</span>
        </span>
      ))}
    </span>
  );
}
