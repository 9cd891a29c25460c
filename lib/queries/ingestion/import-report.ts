import type { ImportReportBody, StoredImport } from "@/lib/api/endpoints/import";
import type { Database } from "@/lib/db/client";
import { countEventsBehind, waitForLogsDerived } from "@/lib/db/progress";
import { makePublicId, makeSessionKey } from "@/lib/db/session-id";

/** Waits for the derivation as long as workers make progress. */
export async function importReport(
  db: Database,
  project: string,
  stored: StoredImport,
): Promise<ImportReportBody> {
  await waitForLogsDerived(db, listKeys(project, stored));
  return reportNow(db, project, stored);
}

/** The current state, without waiting. */
export async function reportNow(
  db: Database,
  project: string,
  stored: StoredImport,
): Promise<ImportReportBody> {
  const waiting = await countEventsBehind(db, listKeys(project, stored));
  return { ...stored, sessions: await listReported(db, project, stored.sessions), waiting };
}

function listKeys(project: string, { sessions }: StoredImport): string[] {
  return sessions.map(({ externalId }) => makeSessionKey(project, externalId));
}

async function listReported(
  db: Database,
  project: string,
  stored: StoredImport["sessions"],
): Promise<ImportReportBody["sessions"]> {
  const sessions: ImportReportBody["sessions"] = [];
  for (const { externalId, format } of stored) {
    const key = makeSessionKey(project, externalId);
    const row = await db.session.findFirst({ where: { sessionId: key } });
    if (row === null) continue;
    const parentId = row.parentId === null ? null : makePublicId(row.parentId);
    const isRead = row.derivedSeq >= row.lastSeq;
    sessions.push({
      id: makePublicId(key),
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
