import type { z } from "zod";
import { isRecord } from "@/lib/core/is-record";
import type { listAuditLog as route } from "@/lib/api/endpoints/projects";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

type Query = z.output<(typeof route)["query"]>;
export type AuditLog = z.output<(typeof route)["response"]>;

/**
 * What was done in a project, and when its members signed in. Failed attempts for an unknown account belong to no
 * project; the owners of the instance's first project see them.
 */
export async function listAuditLog(
  db: Database,
  project: string,
  { before, limit }: Query,
): Promise<AuditLog> {
  const members = await db.membership.findMany({ where: { projectId: project }, select: { userId: true } });
  const seen: Prisma.AuditEntryWhereInput[] = [
    { projectId: project },
    { projectId: null, userId: { in: members.map(({ userId }) => userId) } },
    ...(project === DEFAULT_PROJECT ? [{ projectId: null, userId: null }] : []),
  ];
  const rows = await db.auditEntry.findMany({
    where: { OR: seen, ...(before !== undefined && { at: { lt: new Date(before) } }) },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  const page = rows.slice(0, limit);
  return {
    entries: page.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      actor: row.actor,
      action: row.action,
      target: row.target,
      detail: isRecord(row.detail) ? row.detail : {},
      address: row.address,
      count: row.count,
    })),
    nextBefore: rows.length > limit ? (page.at(-1)?.at.toISOString() ?? null) : null,
  };
}
