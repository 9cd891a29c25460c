import type { ImportReportBody, StoredImport } from "@/lib/api/endpoints/import";
import type { Database } from "@/lib/db/client";
import { eventsBehind, logsDerived } from "@/lib/db/progress";
import { publicId, sessionKey } from "@/lib/db/session-id";

/** Waits for the derivation as long as workers make progress. */
export async function importReport(
  db: Database,
  project: string,
  stored: StoredImport,
): Promise<ImportReportBody> {
  await logsDerived(db, keysOf(project, stored));
  return reportNow(db, project, stored);
}

/** The current state, without waiting. */
export async function reportNow(
  db: Database,
  project: string,
  stored: StoredImport,
): Promise<ImportReportBody> {
  const waiting = await eventsBehind(db, keysOf(project, stored));
  return { ...stored, sessions: await reported(db, project, stored.sessions), waiting };
}

function keysOf(project: string, { sessions }: StoredImport): string[] {
  return sessions.map(({ externalId }) => sessionKey(project, externalId));
}

async function reported(
  db: Database,
  project: string,
  stored: StoredImport["sessions"],
): Promise<ImportReportBody["sessions"]> {
  const sessions: ImportReportBody["sessions"] = [];
  for (const { externalId, format } of stored) {
    const key = sessionKey(project, externalId);
    const row = await db.session.findUnique({ where: { sessionId: key } });
    if (row === null) continue;
    const parentId = row.parentId === null ? null : publicId(row.parentId);
    const isRead = row.derivedSeq >= row.lastSeq;
    sessions.push({
      id: publicId(key),
      externalId,
      parentId,
      name: row.name,
      role: row.role,
      format,
      turns: isRead ? row.turns : null,
      toolCalls: isRead ? row.toolCalls : null,
    });
  }
  return sessions;
}
