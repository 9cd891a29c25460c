import type { Severity } from "@/lib/core/findings/rule/finding";

/** A severity without findings is absent. */
export type SeverityCounts = Readonly<Partial<Record<Severity, number>>>;

export interface SeverityLook {
  readonly severity: Severity;
  readonly glyph: string;
  readonly className: string;
  readonly color: string;
}

export const SEVERITY_LOOKS: readonly SeverityLook[] = [
  { severity: "serious", glyph: "■", className: "text-dangling", color: "var(--state-dangling)" },
  { severity: "warning", glyph: "▲", className: "text-warning", color: "var(--state-warning)" },
  { severity: "note", glyph: "●", className: "text-ink-3", color: "var(--ink-3)" },
];

export function pickSeverityLook(severity: Severity): SeverityLook {
  return SEVERITY_LOOKS.find((look) => look.severity === severity) ?? NOTE;
}

const NOTE: SeverityLook = { severity: "note", glyph: "●", className: "text-ink-3", color: "var(--ink-3)" };

/** "1 serious, 3 warnings", or the state of the analysis while there are no counts. */
export function describeCounts(counts: SeverityCounts | null): string {
  if (counts === null) return "not analysed yet";
  const parts = SEVERITY_LOOKS.flatMap(({ severity }) => {
    const n = counts[severity] ?? 0;
    return n === 0 ? [] : [`${n} ${severity}${n > 1 && severity !== "serious" ? "s" : ""}`];
  });
  return parts.length === 0 ? "no findings" : parts.join(", ");
}
