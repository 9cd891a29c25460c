import type { ShareResult } from "@/lib/api/endpoints/shares";
import type { Database } from "@/lib/db/client";
import type { Share } from "@/lib/db/generated/client";
import { findSession } from "../reading/find-session";

const SHARES_MAX = 500;

/** Newest first. @throws AppError `not_found` */
export async function listShares(db: Database, project: string, id: string): Promise<ShareResult[]> {
  const { sessionId } = await findSession(db, project, id);
  const rows = await db.share.findMany({
    where: { sessionId, projectId: project },
    omit: { snapshot: true },
    orderBy: [{ createdAt: "desc" }, { sessionId: "asc" }, { id: "asc" }],
    take: SHARES_MAX,
  });
  return rows.map(shareView);
}

export function shareView(row: Omit<Share, "snapshot">): ShareResult {
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    viewLimit: row.viewLimit,
    views: row.views,
    lastViewedAt: row.lastViewedAt?.toISOString() ?? null,
    hasPassphrase: row.passphraseHash !== null,
    hasImage: row.hasImage,
  };
}
