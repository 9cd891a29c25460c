import { addClients, addWarnings } from "@/lib/db/ingestion-notes";
import type { Database } from "@/lib/db/client";
import { storeRecords } from "@/lib/db/raw/store";
import { dialectOf, factsOf } from "@/lib/importers/otel/dialects";
import type { OtelRecord } from "@/lib/importers/otel/record";
import { projectJob } from "../../jobs/job";
import { workSoon } from "../../jobs/work-soon";
import { rawRecord } from "./record-id";
import { clientsOf } from "./seen-clients";
import type { FoundWarning } from "./warnings";
import { noteRecordWarnings, WarningSet } from "./warnings";

/**
 * Takes records in: keeps them, and notes what is wanting. When this returns the records are on disk; their sessions are
 * worked out soon after.
 * @returns the warnings that these records gave rise to
 */
export async function takeRecords(
  db: Database,
  project: string,
  records: readonly OtelRecord[],
  warnings: WarningSet = new WarningSet(),
): Promise<FoundWarning[]> {
  noteRecordWarnings(records, Date.now(), warnings);
  const kept = records.filter(isWorthKeeping).map((record) => rawRecord(record));
  const { changed } = await storeRecords(db, project, kept);
  if (changed > 0) workSoon(db, [projectJob(project)]);
  const list = warnings.list();
  await addWarnings(db, project, list);
  await addClients(db, project, clientsOf(records));
  return list;
}

/** Codex writes thousands of spans about itself; those that say nothing about a window and name no session are passed over. */
function isWorthKeeping(record: OtelRecord): boolean {
  return dialectOf(record)?.id !== "codex" || record.signal !== "span" || factsOf(record).length > 0;
}
