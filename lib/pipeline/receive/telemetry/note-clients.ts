import type { Database } from "@/lib/db/client";
import type { ClientRow } from "@/lib/db/ingestion-notes";
import { addClients, CLIENT_COUNTS } from "@/lib/db/ingestion-notes";
import { Background } from "../../background";

const pending = new Map<string, ClientRow[]>();
const notes = new Background(notePending, "clients could not be noted");
/** Rows that wait before they are added up. */
const PENDING_MAX = 1_000;

/**
 * Notes clients in the background, for calls that are acknowledged faster than one row can be counted up. Returns at
 * once; `notePending` writes down what waits. A process that dies takes along what it has not counted for a moment.
 */
export function noteClientsSoon(db: Database, project: string, rows: readonly ClientRow[]): void {
  if (rows.length === 0) return;
  const waiting = [...(pending.get(project) ?? []), ...rows];
  pending.set(project, waiting.length > PENDING_MAX ? addedUp(waiting) : waiting);
  notes.ask(db, [project]);
}

/** Writes down what waits to be noted of a project's clients. */
export async function notePending(db: Database, project: string): Promise<void> {
  const rows = pending.get(project);
  if (rows === undefined) return;
  pending.delete(project);
  await addClients(db, project, addedUp(rows));
}

function addedUp(rows: readonly ClientRow[]): ClientRow[] {
  const sums = new Map<string, ClientRow>();
  for (const row of rows) {
    const sum = sums.get(row.dialect);
    if (sum === undefined) sums.set(row.dialect, row);
    else
      sums.set(row.dialect, {
        ...row,
        ...Object.fromEntries(CLIENT_COUNTS.map((name) => [name, sum[name] + row[name]])),
      });
  }
  return [...sums.values()];
}
