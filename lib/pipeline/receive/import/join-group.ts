import type { TraceEvent } from "@/lib/core/trace/event";
import type { Database } from "@/lib/db/client";
import { addWarnings } from "@/lib/db/ingestion-notes";
import type { FileGroup } from "@/lib/importers/group";
import type { ImportReport } from "@/lib/importers/reading/importer";
import { CountingReport, makeUnheardReport } from "@/lib/importers/reading/report";
import { EventBatch } from "./event-batch";
import { isGuessedBy, SessionIntake } from "./session-intake";

/**
 * Imports files that may tell stored sessions again, longer or differently. Differences become warnings of
 * the project.
 * @param onEvent gets each event of the files
 * @param importReport is told what was not read
 * @returns the number of new events, and whether a session now has more than these files tell
 */
export async function joinGroup(
  db: Database,
  project: string,
  group: FileGroup,
  onEvent: (event: TraceEvent) => void,
  importReport: ImportReport = makeUnheardReport(),
): Promise<{ readonly accepted: number; readonly isJoined: boolean }> {
  const { importer, files } = group;
  const batch = new EventBatch(db, project, makeUnheardReport());
  const warnings: { code: string; message: string; count: number }[] = [];
  const report = new CountingReport((code, message, count) => warnings.push({ code, message, count }));
  const intake = new SessionIntake(db, project, batch, report, isGuessedBy(group));
  for await (const event of importer.convert(files, importReport)) {
    onEvent(event);
    await intake.take(event);
  }
  await intake.end();
  const file = files[0]?.name ?? "";
  const found = warnings.filter(({ code }) => code === "overlap_differs");
  await addWarnings(
    db,
    project,
    found.map((warning) => ({ ...warning, source: `live folders: ${importer.id}`, sample: { file } })),
  );
  return { accepted: batch.accepted, isJoined: intake.hasJoined };
}
