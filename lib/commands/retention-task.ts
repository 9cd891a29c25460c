import type { Database } from "@/lib/db/client";
import { applyRetention } from "./apply-retention";

export async function retentionTask(db: Database): Promise<void> {
  for (const { project, days, deleted } of await applyRetention(db))
    if (deleted > 0)
      console.warn(`deleted ${deleted} sessions of ${project} that were older than ${days} days`);
}
