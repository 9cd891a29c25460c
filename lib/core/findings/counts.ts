import type { Findings } from "./find";
import type { Severity } from "./rule/finding";
import type { FindingCounts } from "./gate";

/** Includes findings that are not listed. They take the severity of the last listed one of their code. */
export function countFindings({ findings, unlisted }: Findings): FindingCounts {
  const byCode: Record<string, number> = { ...unlisted };
  const bySeverity: Partial<Record<Severity, number>> = {};
  const add = (severity: Severity, n: number) => (bySeverity[severity] = (bySeverity[severity] ?? 0) + n);
  for (const { code, severity } of findings) {
    byCode[code] = (byCode[code] ?? 0) + 1;
    add(severity, 1);
  }
  for (const [code, n] of Object.entries(unlisted))
    add(findings.findLast((finding) => finding.code === code)?.severity ?? "note", n);
  return { byCode, bySeverity };
}
