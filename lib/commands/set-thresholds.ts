import { audit } from "@/lib/access/audit";
import type { Caller } from "@/lib/access/caller";
import type { Thresholds } from "@/lib/api/endpoints/thresholds";
import { DEFAULT_SETTINGS } from "@/lib/core/findings/settings";
import { reanalyseOutdated } from "@/lib/pipeline/analyse/outdated";
import type { Database } from "@/lib/db/client";
import { writeSettings } from "@/lib/db/project-settings";

/**
 * Sets the thresholds of the caller's project. Its sessions are analysed again in the background; a session that is
 * opened before its turn is analysed then.
 */
export async function setThresholds(db: Database, caller: Caller, thresholds: Thresholds): Promise<void> {
  await writeSettings(db, caller.project, { findings: thresholds });
  const defaults = Object.entries(DEFAULT_SETTINGS);
  const detail = Object.fromEntries(
    Object.entries(thresholds).filter(([name, value]) =>
      defaults.every(([of, is]) => of !== name || is !== value),
    ),
  );
  await audit(db, caller, "thresholds.changed", { detail });
  void reanalyseOutdated(db, caller.project);
}
