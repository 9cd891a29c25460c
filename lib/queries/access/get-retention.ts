import type { Database } from "@/lib/db/client";
import { readSettings } from "@/lib/db/project-settings";

/** How many days a project keeps its sessions; `null` is for ever. */
export async function getRetention(db: Database, project: string): Promise<{ days: number | null }> {
  return { days: (await readSettings(db, project)).retentionDays };
}
