import type { Database, Queryable } from "@/lib/db/client";
import { isCluster } from "@/lib/db/nodes";
import { forgetOldRefusals, readOutdatedProjects } from "@/lib/db/outdated-findings";
import type { BehindRow } from "@/lib/db/reads/work";
import {
  readProjectsWithDueAlerts,
  readProjectsWithDueJudging,
  readProjectsWithRecords,
  readRunningReplays,
  readSessionsBehind,
} from "@/lib/db/reads/work";
import { addMissingJobs } from "@/lib/jobs/add-jobs";
import {
  analyseJob,
  analyseNewJob,
  makeDeliverJob,
  deriveJob,
  makeJudgeJob,
  projectJob,
  makeReanalyseJob,
  replayJob,
  makeSavedJob,
} from "@/lib/jobs/job";
import type { Job } from "@/lib/jobs/job";
import { freeJobsOfTheDead } from "./vitals";

const FAILED_MIN = 10;
const ALL_NODES_EVERY_MS = 30_000;
const lookedAtNodes = new WeakMap<Queryable, number>();

const LOOKS = [freeJobsOfTheDead, sweepRecords, sweepSaved, sweepAlerts];
/** Sweeps that ask every node of a cluster. */
const LOOKS_AT_SESSIONS = [sweepSessions, sweepReplays, sweepJudge];

/**
 * Finds work without a job, because a process died between storing and asking, or while working. Costs a look
 * at a few small indexes; on a cluster, where sessions are on every node, they are looked at every half minute. An
 * unreachable node does not stop the rest.
 */
export async function sweep(db: Database): Promise<void> {
  const failures: unknown[] = [];
  const looks = [...LOOKS, ...((await areSessionsDue(db)) ? LOOKS_AT_SESSIONS : [])];
  for (const look of looks) await look(db).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function areSessionsDue(db: Queryable): Promise<boolean> {
  const now = performance.now();
  const last = lookedAtNodes.get(db);
  if (last !== undefined && now - last < ALL_NODES_EVERY_MS && (await isCluster(db))) return false;
  lookedAtNodes.set(db, now);
  return true;
}

async function sweepRecords(db: Queryable): Promise<void> {
  const projects = await readProjectsWithRecords(db);
  await addMissingJobs(
    db,
    projects.map((row) => projectJob(row.project_id)),
  );
}

async function sweepSessions(db: Queryable): Promise<void> {
  const sessions = await readSessionsBehind(db);
  const spread = await isCluster(db);
  const jobs = new Map(sessions.map((row) => makeJob(row, spread)).map((job) => [job.key, job]));
  await addMissingJobs(db, [...jobs.values()]);
}

function makeJob(row: BehindRow, spread: boolean): Job {
  const { project_id: project, session_id: session, derive, is_new: isNew, events, agent } = row;
  if (derive) return deriveJob(project, session);
  return isNew && !spread ? analyseNewJob(project) : analyseJob(project, session, { events, agent });
}

async function sweepReplays(db: Queryable): Promise<void> {
  const replays = await readRunningReplays(db);
  await addMissingJobs(
    db,
    replays.map((row) => replayJob(row.project_id, row.session_id, row.id)),
  );
}

async function sweepSaved(db: Database): Promise<void> {
  const jobs = await db.savedJob.findMany({
    where: { status: "running" },
    select: { projectId: true, id: true, kind: true },
  });
  await addMissingJobs(
    db,
    jobs.map(({ projectId, id, kind }) => makeSavedJob(projectId, id, kind)),
  );
}

/** The time of an alert's next try is in the table. */
async function sweepAlerts(db: Queryable): Promise<void> {
  const due = await readProjectsWithDueAlerts(db);
  await addMissingJobs(
    db,
    due.map((row) => makeDeliverJob(row.project_id)),
  );
}

/** A session is asked about once it is quiet, and again after a failure or on the next day: the time is in the table. */
async function sweepJudge(db: Queryable): Promise<void> {
  const due = await readProjectsWithDueJudging(db);
  await addMissingJobs(
    db,
    due.map((row) => makeJudgeJob(row.project_id)),
  );
}

/**
 * Removes jobs that failed for good after a while: the cause may be gone, and as long as the job stands, it
 * is not asked for again.
 */
async function forgetFailed(db: Queryable): Promise<void> {
  await db.$queryRawUnsafe(
    `SELECT count(*)::int FROM graphile_worker.complete_jobs(ARRAY(
       SELECT id FROM graphile_worker.jobs
       WHERE attempts >= max_attempts AND locked_at IS NULL AND updated_at < now() - interval '${FAILED_MIN} min'))`,
  );
}

/**
 * Projects with findings from earlier thresholds or rules. Also revives jobs that failed for good long ago.
 */
export async function sweepOutdated(db: Queryable): Promise<void> {
  await forgetFailed(db);
  await forgetOldRefusals(db);
  await addMissingJobs(db, (await readOutdatedProjects(db)).map(makeReanalyseJob));
}
