import { sayFailure } from "@/lib/db/say-failure";
import type { Database } from "@/lib/db/client";
import type { ClientRow } from "@/lib/db/ingestion-notes";
import { addClients } from "@/lib/db/ingestion-notes";
import { addUpClients } from "../records/seen-clients";

const QUIET_MS = 300;
const PENDING_MAX = 1_000;
const pending = new WeakMap<Database, Map<string, ClientRow[]>>();

/**
 * Counts clients a moment later, because requests arrive faster than one row can be updated. Returns at once.
 * A process that dies loses the counts of that moment.
 */
export function noteClientsSoon(db: Database, project: string, rows: readonly ClientRow[]): void {
  if (rows.length === 0) return;
  const projects = pending.get(db) ?? beginToWait(db);
  const waiting = [...(projects.get(project) ?? []), ...rows];
  projects.set(project, waiting.length > PENDING_MAX ? addUpClients(waiting) : waiting);
}

function beginToWait(db: Database): Map<string, ClientRow[]> {
  const projects = new Map<string, ClientRow[]>();
  pending.set(db, projects);
  setTimeout(() => void writeDown(db), QUIET_MS).unref();
  return projects;
}

async function writeDown(db: Database): Promise<void> {
  const noted = pending.get(db) ?? [];
  pending.delete(db);
  for (const [project, rows] of noted)
    await addClients(db, project, addUpClients(rows)).catch((error: unknown) =>
      sayFailure("clients could not be noted", error),
    );
}
