import { audit } from "@/lib/access/audit";
import type { Caller } from "@/lib/access/caller";
import type { Database } from "@/lib/db/client";

/** Writes down that somebody took an incident away, and in which form. */
export async function noteExport(
  db: Database,
  caller: Caller,
  incident: string,
  format: string,
): Promise<void> {
  await audit(db, caller, "incident.exported", { target: incident, detail: { format } });
}

/** Writes down that a session was replayed, under how many policies. */
export async function noteReplay(db: Database, caller: Caller, id: string, policies: number): Promise<void> {
  await audit(db, caller, "replay.started", { target: id, detail: { policies } });
}

/** Writes down what a person brought in, and how many sessions it came to where that is known; what programs send with a key is their use of the key. */
export async function noteImport(
  db: Database,
  caller: Caller,
  name: string | undefined,
  sessions: number | null,
): Promise<void> {
  if (caller.actor.kind === "key") return;
  await audit(db, caller, "file.imported", {
    ...(name !== undefined && { target: name }),
    detail: sessions === null ? {} : { sessions },
  });
}
