import { z } from "zod";
import type { Database } from "@/lib/db/client";
import { isCluster } from "@/lib/db/nodes";
import type { Analyses } from "../analyse/analyses";
import { ANALYSES_HERE } from "../analyse/analyses";
import { readAnalysesDue } from "@/lib/db/derived/analysis-due";
import { queueOutdatedAnalyses } from "../analyse/reanalyse-outdated";
import { deriveFor } from "../derive/derive-session";
import { requestJudging } from "@/lib/judge/judge-tasks";
import { projectStreams } from "../project/project-streams";
import type { ChangedSessions } from "../project/write-projection";
import type { Job, WorkLane, TaskName } from "@/lib/jobs/job";
import {
  makeAlertJob,
  analyseJob,
  analyseNewJob,
  deriveJob,
  deriveOnJob,
  makeJudgeJob,
  projectJob,
} from "@/lib/jobs/job";
import { FreshFirst } from "./fresh-first";
import { Backoff } from "./backoff";
import { Timers } from "./timers";
import { queueSoon } from "@/lib/jobs/add-jobs";

/** @param lane the slot that it was taken for */
export type WorkerTask = (
  db: Database,
  payload: unknown,
  signal: AbortSignal,
  lane: WorkLane,
) => Promise<void>;

/** What a task of a command takes: the payload of its job is its input. */
export interface TaskCall {
  readonly ctx: { readonly db: Database; readonly signal: AbortSignal };
  readonly input: unknown;
}

export type Tasks = Readonly<Partial<Record<TaskName, WorkerTask>>>;

const aboutProject = z.object({ project: z.string() });
const aboutSession = z.object({ project: z.string(), session: z.string() });

/** Turns become readable soon under any load. */
const derivations = new Backoff(1, 400);
const projections = new Backoff(0.05, 50);
const analyses = new Timers();
/** Gives analyses a tenth of the time under any load, at least one every few seconds. */
const fresh = new FreshFirst(10, 2_000);

/** How long a derivation may take a slot of short work, and how long one of the others, before it makes room. */
const DERIVE_MS = { interactive: 500, bulk: 2_000, apart: 2_000 };
/** Sessions whose derivation took longer, and goes on between others. */
const long = new Set<string>();

/** The stages after storing. Each task asks for the next one. */
export const PIPELINE_TASKS: Tasks = {
  project: async (db, payload) => {
    const { project } = aboutProject.parse(payload);
    const spread = await isCluster(db);
    const queueChanged = ({ behind, derived, born }: ChangedSessions) => {
      queueSoon(db, [
        ...behind.map((session) => deriveJob(project, session)),
        ...makeFirstAnalyses(project, born, spread),
      ]);
      analyseWhenDue(db, project, derived).catch(() => undefined);
    };
    await runRested(db, projections, projectJob(project), async () => {
      const { isLeft } = await fresh.runFresh(() => projectStreams(db, project, [], queueChanged));
      if (isLeft) queueSoon(db, [projectJob(project)]);
    });
  },
  derive: async (db, payload, _signal, lane) => {
    const { project, session } = aboutSession.parse(payload);
    const queueDerive = (): void => queueSoon(db, [deriveOnJob(project, session)]);
    if (lane === "interactive" && long.has(session)) return queueDerive();
    await runRested(db, derivations, deriveJob(project, session), async () => {
      const work = () => deriveFor(db, session, DERIVE_MS[lane]);
      const end = await (lane === "interactive" ? fresh.runFresh(work) : work());
      if (end === "more") {
        long.add(session);
        return queueDerive();
      }
      long.delete(session);
      if (end === "done") await analyseWhenDue(db, project, [session]);
    });
  },
  ...makeAnalysisTasks(ANALYSES_HERE),
};

/** @param analyses who does them */
export function makeAnalysisTasks(analyses: Analyses): Tasks {
  return {
    analyse: async (db, payload, signal, lane) => {
      const { project, session } = aboutSession.parse(payload);
      const grown = lane === "bulk" ? null : await findLongAnalysis(db, project, session);
      if (grown !== null) return queueSoon(db, [grown]);
      await fresh.runAfter(() => analyses.ofSession(db, session, lane !== "bulk", signal));
      if (await requestJudging(db, project, [session])) queueSoon(db, [makeJudgeJob(project)]);
      if (await hasAlertRules(db, project)) queueSoon(db, [makeAlertJob(project, session)]);
      await analyseWhenDue(db, project, [session]);
    },
    "analyse-new": async (db, payload, signal) => {
      const { project } = aboutProject.parse(payload);
      const { analysed, left, more } = await fresh.runAfter(() =>
        analyses.ofNewSessions(db, project, signal),
      );
      if (await requestJudging(db, project, analysed)) queueSoon(db, [makeJudgeJob(project)]);
      queueSoon(
        db,
        left.map((session) => analyseJob(project, session, SHORT)),
      );
      if (await hasAlertRules(db, project))
        queueSoon(
          db,
          analysed.map((session) => makeAlertJob(project, session)),
        );
      if (more) queueSoon(db, [analyseNewJob(project)]);
    },
    reanalyse: async (db, payload, signal) => {
      await queueOutdatedAnalyses(db, aboutProject.parse(payload).project, signal, analyses);
    },
  };
}

/** A session that has just begun. */
const SHORT = { events: 0 };

/** Looking for a project's new sessions asks every node of a cluster; there each session has a job of its own. */
function makeFirstAnalyses(project: string, born: readonly string[], spread: boolean): Job[] {
  if (spread) return born.map((session) => analyseJob(project, session, SHORT));
  return born.length > 0 ? [analyseNewJob(project)] : [];
}

/** A session may grow long while its analysis waits among those of short ones, which are to wait for no long one. */
async function findLongAnalysis(db: Database, project: string, session: string): Promise<Job | null> {
  const [due] = await readAnalysesDue(db, [session]);
  const job = due === undefined ? null : analyseJob(project, session, due);
  return job?.lane === "bulk" ? job : null;
}

/** Queues the analysis of a session. If the process ends before, another one finds the session. */
async function analyseWhenDue(db: Database, project: string, sessions: readonly string[]): Promise<void> {
  const unanalysed = sessions.filter((session) => !analyses.has(session));
  if (unanalysed.length === 0) return;
  const due = await readAnalysesDue(db, unanalysed);
  queueSoon(
    db,
    due.filter(({ ms }) => ms === 0).map(({ session, ...size }) => analyseJob(project, session, size)),
  );
  for (const { session, ms } of due)
    if (ms > 0)
      analyses.set(session, ms, () => {
        analyseWhenDue(db, project, [session]).catch(() => undefined);
      });
}

async function hasAlertRules(db: Database, projectId: string): Promise<boolean> {
  return (await db.alertRule.findFirst({ where: { projectId }, select: { id: true } })) !== null;
}

function runRested(db: Database, rest: Backoff, job: Job, work: () => Promise<unknown>): Promise<void> {
  return rest.run(job.key, work, () => queueSoon(db, [job]));
}
