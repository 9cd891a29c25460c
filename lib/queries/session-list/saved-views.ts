import type { SavedViewAnswer } from "@/lib/api/endpoints/views";
import type { Database } from "@/lib/db/client";

const SHOWN = { id: true, name: true, query: true, savedBy: true } as const;

export async function listSavedViews(db: Database, project: string): Promise<SavedViewAnswer[]> {
  const rows = await db.savedView.findMany({ where: { projectId: project }, select: SHOWN });
  return rows.toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

export async function queryOfView(db: Database, project: string, id: string): Promise<string | null> {
  const row = await db.savedView.findUnique({ where: { projectId_id: { projectId: project, id } } });
  return row?.query ?? null;
}
