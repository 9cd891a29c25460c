import type { ThresholdsResult } from "@/lib/api/endpoints/thresholds";
import { OUTDATED_MAX } from "@/lib/api/endpoints/thresholds";
import { readFindingSettings } from "@/lib/db/finding-settings";
import { countOutdated } from "@/lib/db/outdated-findings";
import type { Database } from "@/lib/db/client";

/** A project's thresholds, and how many of its sessions do not follow them yet. */
export async function getThresholds(db: Database, project: string): Promise<ThresholdsResult> {
  const [thresholds, outdated] = await Promise.all([
    readFindingSettings(db, project),
    countOutdated(db, project, OUTDATED_MAX),
  ]);
  return { thresholds, outdated };
}
