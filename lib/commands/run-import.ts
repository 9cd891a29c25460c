import type { ImportReportBody } from "@/lib/api/endpoints/import";
import type { Database } from "@/lib/db/client";
import type { ImportFile } from "@/lib/importers/reading/importer";
import { storeImport } from "@/lib/pipeline/receive/import/store-import";
import { importReport } from "@/lib/queries/ingestion/import-report";

/**
 * Stores what files hold, and waits until workers have derived it.
 * @throws AppError as `storeImport`
 */
export async function runImport({
  db,
  project,
  files,
  format,
  byPerson = false,
}: {
  db: Database;
  project: string;
  files: readonly ImportFile[];
  format: string;
  byPerson?: boolean;
}): Promise<ImportReportBody> {
  return importReport(db, project, await storeImport(db, project, files, format, byPerson));
}
