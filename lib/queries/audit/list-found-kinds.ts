import { findKindWithCode } from "@/lib/core/findings/kinds";
import type { Severity } from "@/lib/core/findings/rule/finding";
import { SEVERITIES } from "@/lib/core/findings/rule/finding";
import type { Database } from "@/lib/db/client";
import { readFoundKindsOfSample } from "@/lib/db/reads/audit";
import type { AuditSample } from "@/lib/db/reads/audit-sample";
import { sampleSessions } from "@/lib/db/reads/audit-sample";

export interface KindInSessions {
  readonly code: string;
  readonly title: string;
  readonly severity: Severity;
  readonly sessions: number;
}

/** What went wrong in the sessions of an audit, and in how many: the gravest first, then the most frequent. Without notes. */
export async function listFoundKinds(
  db: Database,
  project: string,
  query: AuditSample,
): Promise<KindInSessions[]> {
  const rows = await readFoundKindsOfSample(db, sampleSessions(project, query));
  const rank = ({ severity }: KindInSessions) => SEVERITIES.indexOf(severity);
  return rows
    .flatMap(({ code, sessions }): KindInSessions[] => {
      const kind = findKindWithCode(code);
      if (kind === undefined || kind.severity === null || kind.severity === "note") return [];
      return [{ code, title: kind.title, severity: kind.severity, sessions }];
    })
    .toSorted((a, b) => rank(b) - rank(a) || b.sessions - a.sessions || (a.code < b.code ? -1 : 1));
}
