import { noteInAuditLog } from "@/lib/access/audit";
import type { CommandOf } from "@/lib/access/write-context";
import type { Thresholds } from "@/lib/api/endpoints/thresholds";
import { writeSettings } from "@/lib/db/project-settings";
import { readFindingSettings } from "@/lib/db/finding-settings";
import { makeReanalyseJob } from "@/lib/jobs/job";
import { queueSoon } from "@/lib/jobs/add-jobs";

/** Workers analyse its sessions again, one after another. */
export async function setThresholds({
  ctx: { db, caller },
  input: { thresholds },
}: CommandOf<{ thresholds: Thresholds }>): Promise<void> {
  const before: Readonly<Record<string, number | null>> = {
    ...(await readFindingSettings(db, caller.project)),
  };
  const detail = Object.fromEntries(
    Object.entries(thresholds).flatMap(([name, value]) =>
      before[name] === value ? [] : [[name, `${before[name]} → ${value}`]],
    ),
  );
  await db.$transaction(async (tx) => {
    await writeSettings(tx, caller.project, { findings: thresholds });
    await noteInAuditLog(tx, caller, "thresholds.changed", { detail });
  });
  queueSoon(db, [makeReanalyseJob(caller.project)]);
}
