import type { z } from "zod";
import type { auditQuery } from "@/lib/api/endpoints/audit";
import { Prisma } from "@/lib/db/generated/client";

export type AuditQuery = z.output<typeof auditQuery>;

export function matching(project: string, query: Omit<AuditQuery, "sample">): Prisma.Sql {
  const { agent, model, policy, outcome, from, to } = query;
  const conditions = [
    Prisma.sql`project_id = ${project}`,
    Prisma.sql`role <> 'replay'`,
    ...(agent === undefined ? [] : [Prisma.sql`agent = ${agent}`]),
    ...(model === undefined ? [] : [Prisma.sql`model = ${model}`]),
    ...(policy === undefined ? [] : [Prisma.sql`policy = ${policy}`]),
    ...(outcome === undefined ? [] : [Prisma.sql`outcome = ${outcome}`]),
    ...(from === undefined ? [] : [Prisma.sql`started_at >= ${BigInt(Date.parse(from))}`]),
    ...(to === undefined ? [] : [Prisma.sql`started_at < ${BigInt(Date.parse(to))}`]),
  ];
  return Prisma.join(conditions, " AND ");
}

/**
 * The sessions of an audit as a table expression: the newest that match and are analysed. Their number is bounded, so
 * an audit's cost does not grow with the number of sessions.
 */
export function sampled(project: string, query: AuditQuery): Prisma.Sql {
  return Prisma.sql`(
    SELECT * FROM session
    WHERE ${matching(project, query)} AND decisions IS NOT NULL
    ORDER BY updated_at DESC, session_id LIMIT ${query.sample}
  )`;
}
