import type { Findings } from "./find";
import type { FindingCounts } from "./gate";
import type { Finding, Severity } from "./rule/finding";
import type { PersonVerdict } from "./counted";
import { decideCounted } from "./counted";

type Counting = Pick<Finding, "code" | "standing" | "severity">;

/**
 * Counts findings, including those that are not listed, which are counted like the last listed one of their code. Findings that
 * are not proved are counted apart.
 */
export function countFindings({ findings, unlisted }: Findings): FindingCounts {
  const counts = new Counts({ byCode: {}, bySeverity: {}, suspected: {} });
  for (const finding of findings) counts.add(finding, null, 1);
  for (const [code, n] of Object.entries(unlisted)) {
    const last = findings.findLast((finding) => finding.code === code);
    counts.add(last ?? { code, standing: "proved", severity: "note" }, null, n);
  }
  return counts.now;
}

export interface VerdictChange {
  readonly finding: Counting;
  readonly before: PersonVerdict | null;
  readonly after: PersonVerdict | null;
}

/** The counts after people changed what they say of findings. Counts nothing twice. */
export function recountFindings(from: FindingCounts, changes: readonly VerdictChange[]): FindingCounts {
  const counts = new Counts(from);
  for (const { finding, before, after } of changes) {
    counts.add(finding, before, -1);
    counts.add(finding, after, 1);
  }
  return counts.now;
}

class Counts {
  private readonly byCode: Map<string, number>;
  private readonly bySeverity: Map<string, number>;
  private readonly suspected: Map<string, number>;

  constructor({ byCode, bySeverity, suspected }: FindingCounts) {
    this.byCode = new Map(Object.entries(byCode));
    this.bySeverity = new Map(Object.entries(bySeverity));
    this.suspected = new Map(Object.entries(suspected));
  }

  add(finding: Counting, verdict: PersonVerdict | null, n: number): void {
    const countedAs = decideCounted(finding, verdict);
    if (countedAs === null) return;
    if (countedAs.severity === null) raise(this.suspected, finding.code, n);
    else {
      raise(this.byCode, finding.code, n);
      raise(this.bySeverity, countedAs.severity, n);
    }
  }

  get now(): FindingCounts {
    return {
      byCode: Object.fromEntries(this.byCode),
      bySeverity: Object.fromEntries(this.bySeverity) as Partial<Record<Severity, number>>,
      suspected: Object.fromEntries(this.suspected),
    };
  }
}

function raise(counts: Map<string, number>, of: string, by: number): void {
  const now = (counts.get(of) ?? 0) + by;
  if (now > 0) counts.set(of, now);
  else counts.delete(of);
}
