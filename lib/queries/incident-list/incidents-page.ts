import { findAll } from "@/lib/core/findings/find";
import type { Database } from "@/lib/db/client";
import { listShares } from "../shares/list-shares";
import { analysedSession } from "../incidents/freeze";
import { listIncidents } from "../incidents/list-incidents";

const FINDINGS_SHOWN = 25;

/** The incidents, shares and most important findings of a session. @throws AppError `not_found` */
export async function incidentsPage(db: Database, project: string, id: string) {
  const [incidents, shares, analysed] = await Promise.all([
    listIncidents(db, project, id),
    listShares(db, project, id),
    analysedSession(db, project, id),
  ]);
  const seen = new Set<string>();
  const findings = findAll(analysed).findings.filter(({ code, from, severity }) => {
    const isNew = !seen.has(`${code} ${from}`);
    seen.add(`${code} ${from}`);
    return isNew && severity !== "note";
  });
  return { incidents, shares, findings: findings.slice(0, FINDINGS_SHOWN) };
}
