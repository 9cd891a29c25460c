import type { Database } from "@/lib/db/client";
import { listFindings } from "../findings/list-findings";
import { listShares } from "./list-shares";
import { listIncidents } from "../incidents/list-incidents";

const FINDINGS_SHOWN = 25;
/** As many as are listed of a session at once. Several can be the same one at another place. */
const FINDINGS_READ = 1_000;

/** The incidents, shares and most important findings of a session. @throws AppError `not_found` */
export async function readIncidentsPage(db: Database, project: string, id: string) {
  const [incidents, shares, listed] = await Promise.all([
    listIncidents(db, project, id),
    listShares(db, project, id),
    listFindings(db, project, id, { limit: FINDINGS_READ, offset: 0 }),
  ]);
  const seen = new Set<string>();
  const findings = listed.findings.filter(({ code, fromTurn, severity }) => {
    const isNew = !seen.has(`${code} ${fromTurn}`);
    seen.add(`${code} ${fromTurn}`);
    return isNew && severity !== "note";
  });
  return {
    incidents,
    shares,
    findings: findings
      .slice(0, FINDINGS_SHOWN)
      .map(({ code, fromTurn, sentence }) => ({ code, from: fromTurn, sentence })),
  };
}
