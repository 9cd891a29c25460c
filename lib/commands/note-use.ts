import { noteInAuditLog } from "@/lib/access/audit";
import { auditCounted } from "@/lib/access/audit-counted";
import type { Caller } from "@/lib/access/caller";
import type { Database } from "@/lib/db/client";

export async function noteExport(
  db: Database,
  caller: Caller,
  incident: string,
  format: string,
): Promise<void> {
  await noteInAuditLog(db, caller, "incident.exported", { target: incident, detail: { format } });
}

/** Many exports of a session on one day are one entry. */
export function noteSessionExport(db: Database, caller: Caller, session: string): void {
  auditCounted(db, caller, "session.exported", session);
}

export async function noteReplay(db: Database, caller: Caller, id: string, policies: number): Promise<void> {
  await noteInAuditLog(db, caller, "replay.started", { target: id, detail: { policies } });
}

export async function noteAudit(db: Database, caller: Caller, sample: number): Promise<void> {
  await noteInAuditLog(db, caller, "audit.started", { detail: { sessionsAtMost: sample } });
}

/**
 * Logs an import by a person, with the number of sessions if it is known. What programs send with a key is logged as
 * use of the key.
 */
export async function noteImport(
  db: Database,
  caller: Caller,
  name: string | undefined,
  sessions: number | null,
): Promise<void> {
  if (caller.actor.kind === "key") return;
  await noteInAuditLog(db, caller, "file.imported", {
    ...(name !== undefined && { target: name }),
    detail: sessions === null ? {} : { sessions },
  });
}
