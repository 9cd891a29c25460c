import { noteInAuditLog } from "@/lib/access/audit";
import { noteCounted } from "@/lib/access/audit-counted";
import type { CommandOf } from "@/lib/access/write-context";

/** Before an incident leaves as a file: what cannot be written down does not leave. */
export async function noteExport({
  ctx: { db, caller },
  input: { incident, format },
}: CommandOf<{ incident: string; format: string }>): Promise<void> {
  await db.$transaction((tx) =>
    noteInAuditLog(tx, caller, "incident.exported", { target: incident, detail: { format } }),
  );
}

/** Many exports of a session on one day are one entry. */
export function noteSessionExport({
  ctx: { db, caller },
  input: { session },
}: CommandOf<{ session: string }>): void {
  noteCounted(db, caller, "session.exported", session);
}

/**
 * Logs an import by a person, before anything is stored, and again with the number of sessions once it is known. What programs
 * send with a key is logged as use of the key.
 * @param entry the id of the entry, the same both times
 */
export async function noteImport({
  ctx: { db, caller },
  input: { entry, name, sessions },
}: CommandOf<{ entry: string; name: string | undefined; sessions: number | null }>): Promise<void> {
  if (caller.actor.kind === "key") return;
  await db.$transaction((tx) =>
    noteInAuditLog(tx, caller, "file.imported", {
      entry,
      ...(name !== undefined && { target: name }),
      detail: sessions === null ? {} : { sessions },
    }),
  );
}
