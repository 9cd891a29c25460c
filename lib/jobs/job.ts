import { z } from "zod";

/**
 * Work for a worker process. A job is only a hint: the tables show what there is to do, and workers look
 * there too.
 */
export interface Job {
  readonly task: TaskName;
  readonly payload: Readonly<Record<string, string>>;
  /** A waiting job with the same key is this one. Jobs with the same key run one after another, in any workers. */
  readonly key: string;
  /** Lower numbers come first. */
  readonly priority: number;
  /** Jobs of a project with many requests wait behind those of a project with few. */
  readonly project: string;
}

export type TaskName =
  | "project"
  | "derive"
  | "analyse"
  | "analyse-new"
  | "reanalyse"
  | "replay"
  | "saved"
  | "retention"
  | "alert"
  | "deliver"
  | "judge";

const PRIORITY = {
  project: 0,
  derive: 0,
  analyse: 20,
  "analyse-new": 20,
  reanalyse: 40,
  replay: 30,
  saved: 30,
  retention: 50,
  alert: 25,
  deliver: 25,
  judge: 60,
} as const;

export function projectJob(project: string): Job {
  return job("project", project, { project });
}

export function deriveJob(project: string, session: string): Job {
  return job("derive", project, { project, session }, session);
}

export function analyseJob(project: string, session: string): Job {
  return job("analyse", project, { project, session }, session);
}

export function analyseNewJob(project: string): Job {
  return job("analyse-new", project, { project });
}

export function reanalyseJob(project: string): Job {
  return job("reanalyse", project, { project });
}

export function replayJob(project: string, session: string, id: string): Job {
  return job("replay", project, { project, session, id }, `${session} ${id}`);
}

export function savedJob(project: string, id: string): Job {
  return job("saved", project, { project, id }, id);
}

export function alertJob(project: string, session: string): Job {
  return job("alert", project, { project, session }, session);
}

export function deliverJob(project: string): Job {
  return job("deliver", project, { project });
}

/** Asks the configured model what is open of a project. */
export function judgeJob(project: string): Job {
  return job("judge", project, { project });
}

export function retentionJob(): Job {
  return job("retention", "", {}, "of all projects");
}

export function jobAgain(task: TaskName, payload: unknown, key: string): Job {
  const fields = payloadSchema.parse(payload);
  return { task, payload: fields, key, priority: PRIORITY[task], project: fields.project ?? "" };
}

/** Only some of these run at the same time, so that there is always room for the rest. */
export function isLongTask(task: string): boolean {
  return LONG.has(task);
}

export function isPressing(task: string): boolean {
  return PRESSING.has(task);
}

export function givesWay(task: string): boolean {
  return task === "analyse" || task === "analyse-new";
}

const PRESSING: ReadonlySet<string> = new Set<TaskName>(["project", "derive"]);
const LONG: ReadonlySet<string> = new Set<TaskName>([
  "reanalyse",
  "replay",
  "saved",
  "retention",
  "deliver",
  "judge",
]);

export function isTask(name: string): name is TaskName {
  return name in PRIORITY;
}

const payloadSchema = z.record(z.string(), z.string());

function job(task: TaskName, project: string, payload: Job["payload"], about = project): Job {
  return { task, payload, key: `${task} ${about}`, priority: PRIORITY[task], project };
}
