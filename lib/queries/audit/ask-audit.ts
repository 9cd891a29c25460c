import type { Database } from "@/lib/db/client";
import { sampleSessions, sampleSize } from "@/lib/db/reads/audit-sample";
import { answerInProcess, readInProcess } from "../reading/read-in-process";
import type { Audit, AuditQuery } from "./answer";
import { getAudit } from "./get-audit";

/** What the process that serves everybody audits itself. */
const SESSIONS_HERE_MAX = 200;
const TURNS_HERE_MAX = 20_000;

/** See {@link askAudit}. An audit belongs to no session. */
export function auditOf(db: Database, project: string, _id: string, query: AuditQuery): Promise<Audit> {
  return getAudit(db, project, query);
}

async function isSmall(db: Database, project: string, _id: string, query: AuditQuery): Promise<boolean> {
  const sample = Math.min(query.sample, SESSIONS_HERE_MAX + 1);
  const { sessions, turns } = await sampleSize(db, sampleSessions(project, { ...query, sample }));
  return sessions <= SESSIONS_HERE_MAX && turns <= TURNS_HERE_MAX;
}

/** {@link getAudit} for a page. That of many sessions is made by another process. @throws AppError `unavailable` */
export const askAudit = readInProcess("audit", auditOf, isSmall);

/** The same for its route. */
export const answerAudit = answerInProcess("audit", auditOf, isSmall);
