import { keyView } from "@/lib/access/find-key";
import type { KeyResult } from "@/lib/api/endpoints/projects";
import type { Database } from "@/lib/db/client";

/** Newest first. */
export async function listKeys(db: Database, project: string): Promise<KeyResult[]> {
  const rows = await db.apiKey.findMany({ where: { projectId: project }, orderBy: { createdAt: "desc" } });
  return rows.map(keyView);
}
