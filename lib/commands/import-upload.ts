import { stat } from "node:fs/promises";
import { newEntryId } from "@/lib/access/audit";
import type { CommandOf } from "@/lib/access/write-context";
import type { ImportReportBody } from "@/lib/api/endpoints/import";
import { storedImportSchema } from "@/lib/api/endpoints/import";
import type { JobAnswer } from "@/lib/api/endpoints/jobs";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { awaitJob } from "@/lib/jobs/saved/await-job";
import {
  beginJob,
  forgetPieces,
  newJobId,
  refuseUnlessDone,
  readJobResult,
} from "@/lib/jobs/saved/saved-jobs";
import type { Received } from "@/lib/pipeline/receive/import/received";
import { unpackArchives } from "@/lib/pipeline/receive/import/archive";
import { openFiles } from "@/lib/pipeline/receive/import/receive-files";
import { checkFormat } from "@/lib/pipeline/receive/import/store-import";
import { storeUpload } from "@/lib/pipeline/receive/import/upload-pieces";
import { getJob } from "@/lib/queries/ingestion/get-job";
import { importReport } from "@/lib/queries/ingestion/import-report";
import { noteImport } from "./note-use";
import { runImport } from "./run-import";

/** An upload of more, unpacked, is imported by a worker. Smaller ones are imported while the request waits. */
const AT_ONCE_BYTES = 4 * 1024 * 1024;
/** How long a request waits for an import that no worker starts, and for one without progress. */
const PATIENCE = { begun: 240_000, waiting: 60_000 };
const RETRY_AFTER_S = 30;

export interface ImportAsked {
  readonly received: readonly Received[];
  /** Where archives may be unpacked. */
  readonly folder: string;
  readonly name: string;
  readonly format: string;
  readonly background: boolean;
}

/**
 * A large upload becomes a job, which survives a restart and can be watched and cancelled.
 * @returns the result; or the job, if the caller does not wait for it
 * @throws AppError as `storeImport`; `conflict` if it was cancelled; `unavailable` if no worker starts it
 */
export async function importUpload({
  ctx,
  input: { received, folder, name, format, background },
}: CommandOf<ImportAsked>): Promise<ImportReportBody | JobAnswer> {
  const { db, caller } = ctx;
  const { project } = caller;
  const entry = newEntryId();
  const note = (sessions: number | null) => noteImport({ ctx, input: { entry, name, sessions } });
  const byPerson = caller.actor.kind === "local" || caller.actor.kind === "user";
  const unpacked = await unpackArchives(received, folder);
  const sizes = await Promise.all(unpacked.map(async (file) => (await stat(file.path)).size));
  if (sizes.reduce((sum, size) => sum + size, 0) <= AT_ONCE_BYTES) {
    checkFormat(format);
    await note(null);
    const report = await runImport({ db, project, files: await openFiles(unpacked), format, byPerson });
    await note(report.sessions.length);
    return report;
  }
  checkFormat(format);
  await note(null);
  const id = newJobId();
  try {
    const files = await storeUpload(db, project, id, received);
    const request = { name, format, byPerson, files: files.map((file) => ({ ...file })) };
    await beginJob(db, project, { id, kind: "import", request });
  } catch (error) {
    await forgetPieces(db, project, id).catch(() => undefined);
    throw error;
  }
  if (background) return getJob(db, project, id);
  const report = await reportOf(db, project, id);
  await note(report.sessions.length);
  return report;
}

async function reportOf(db: Database, project: string, id: string): Promise<ImportReportBody> {
  const job = await awaitJob(db, project, id, PATIENCE);
  if (job.status === "done") return importReport(db, project, storedImportSchema.parse(readJobResult(job)));
  refuseUnlessDone(job);
  const message = `no worker is running the import; it continues when there is one, see /api/v1/jobs/${id}`;
  throw new AppError("unavailable", message, [], RETRY_AFTER_S);
}
