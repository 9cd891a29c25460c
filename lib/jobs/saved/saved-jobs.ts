import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { deflate, inflateSync } from "node:zlib";
import { z } from "zod";
import type { JobKind } from "@/lib/api/endpoints/jobs";
import type { Database, Transaction } from "@/lib/db/client";
import type { Prisma, SavedJob } from "@/lib/db/generated/client";
import type { ErrorCode } from "@/lib/errors";
import { AppError, ERROR_STATUS } from "@/lib/errors";
import { makeSavedJob } from "../job";
import { queueSoon } from "../add-jobs";
import type { Failure, SavedRow } from "./run-saved";

const pack = promisify(deflate);

const RUNNING_MAX = 100;
const RETRY_AFTER_S = 5;

export function newJobId(): string {
  return `job_${randomUUID()}`;
}

/**
 * Data besides the request must be stored already.
 * @param noted writes more in the transaction that stores the job
 * @throws AppError `rate_limited` while the project has asked for too much
 */
export async function beginJob(
  db: Database,
  project: string,
  job: AskedJob,
  noted?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await refuseTooMany(db, project);
  await db.$transaction(async (tx) => {
    await noted?.(tx);
    await tx.savedJob.create({ data: { projectId: project, status: "running", ...job } });
  });
  queueSoon(db, [makeSavedJob(project, job.id, job.kind)]);
}

export interface AskedJob {
  readonly id: string;
  readonly kind: JobKind;
  readonly request: Prisma.InputJsonValue;
}

/**
 * For a job whose id is derived from its subject: joins a running one, restarts an ended one.
 * @throws AppError `rate_limited` while the project has asked for too much
 */
export async function joinJob(db: Database, project: string, job: AskedJob): Promise<void> {
  const where = { projectId_id: { projectId: project, id: job.id } };
  if ((await db.savedJob.findUnique({ where, select: { status: true } }))?.status === "running") return;
  await refuseTooMany(db, project);
  const now = new Date();
  const fresh = { ...job, status: "running", done: 0, of: 0, result: null, createdAt: now, updatedAt: now };
  await db.savedJob.upsert({ where, create: { projectId: project, ...fresh }, update: fresh });
  queueSoon(db, [makeSavedJob(project, job.id, job.kind)]);
}

async function refuseTooMany(db: Database, project: string): Promise<void> {
  const running = await db.savedJob.count({ where: { projectId: project, status: "running" } });
  if (running >= RUNNING_MAX)
    throw new AppError(
      "rate_limited",
      "too much was asked for at once; try again shortly",
      [],
      RETRY_AFTER_S,
    );
}

/** Only a running job is written, so that a cancelled one stays cancelled. */
export function makeJobRow(
  db: Database,
  { projectId, id }: Pick<SavedJob, "projectId" | "id">,
): SavedRow<unknown> {
  const change = async (data: Prisma.SavedJobUpdateManyMutationInput) => {
    const where = { projectId, id, status: "running" };
    const { count } = await db.savedJob.updateMany({ where, data: { ...data, updatedAt: new Date() } });
    return count > 0;
  };
  const end = async (status: "done" | "failed", result: unknown) => {
    await change({ status, result: new Uint8Array(await pack(JSON.stringify(result))) });
    await forgetPieces(db, projectId, id);
  };
  return {
    advance: (done, of) => change({ done, of }),
    succeed: (result) => end("done", result),
    fail: ({ code, message, details }: Failure) => end("failed", { code, message, details }),
  };
}

export function readJobResult({ result }: Pick<SavedJob, "result">): unknown {
  return result === null ? null : (JSON.parse(inflateSync(result).toString("utf8")) as unknown);
}

const failureSchema = z.object({
  code: z.string(),
  message: z.string(),
  details: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
});

/** `null` where it did not fail. */
export function readJobFailure(
  job: Pick<SavedJob, "result" | "status">,
): z.output<typeof failureSchema> | null {
  return job.status === "failed" ? failureSchema.parse(readJobResult(job)) : null;
}

/** @throws AppError with the reason of the failure; `conflict` when it was cancelled */
export function refuseUnlessDone(job: SavedJob): void {
  const failure = readJobFailure(job);
  if (failure !== null)
    throw new AppError(
      failure.code in ERROR_STATUS ? (failure.code as ErrorCode) : "internal",
      failure.message,
      failure.details,
    );
  if (job.status === "cancelled") throw new AppError("conflict", `the ${job.kind} was cancelled`);
}

export async function forgetResults(db: Database, projectId: string, kind: JobKind): Promise<void> {
  await db.savedJob.deleteMany({ where: { projectId, kind, status: { not: "running" } } });
}

export async function forgetPieces(
  db: Pick<Transaction, "jobPiece">,
  projectId: string,
  job: string,
): Promise<void> {
  await db.jobPiece.deleteMany({ where: { projectId, job } });
}

/** Jobs that ended before a time, and pieces without a job. */
export async function forgetJobs(db: Database, before: Date): Promise<void> {
  await db.savedJob.deleteMany({ where: { status: { not: "running" }, updatedAt: { lt: before } } });
  await db.$executeRawUnsafe(
    `DELETE FROM job_piece WHERE created_at < $1::timestamptz AND NOT EXISTS (
       SELECT 1 FROM job WHERE job.project_id = job_piece.project_id AND job.id = job_piece.job AND status = 'running')`,
    before,
  );
}
