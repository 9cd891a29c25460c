import { z } from "zod";

/** Work that a worker process is asked for. It is a hint: what there is to do stands in the tables, and workers look there too. */
export interface Job {
  /** Which task does it, by its name in the task list. */
  readonly task: TaskName;
  readonly payload: Readonly<Record<string, string>>;
  /** A job that waits and has the same key is this one. Jobs of one key are done one after another, whichever workers do them. */
  readonly key: string;
  /** Lower numbers are done first. */
  readonly priority: number;
  /** Whose turn it takes; jobs of projects that ask for much wait behind those of projects that ask for little. */
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
  | "deliver";

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
} as const;

/** Work out the sessions of what a project received as records. */
export function projectJob(project: string): Job {
  return job("project", project, { project });
}

/** Bring the derived rows of a session up to its log. */
export function deriveJob(project: string, session: string): Job {
  return job("derive", project, { project, session }, session);
}

/** Work out what follows from a whole session. */
export function analyseJob(project: string, session: string): Job {
  return job("analyse", project, { project, session }, session);
}

/** Analyse the short sessions of a project that were never analysed. */
export function analyseNewJob(project: string): Job {
  return job("analyse-new", project, { project });
}

/** Analyse the sessions of a project again whose findings are from earlier thresholds or rules. */
export function reanalyseJob(project: string): Job {
  return job("reanalyse", project, { project });
}

/** Run a saved replay of a session. */
export function replayJob(project: string, session: string, id: string): Job {
  return job("replay", project, { project, session, id }, `${session} ${id}`);
}

/** Do what a project asked for and saved. */
export function savedJob(project: string, id: string): Job {
  return job("saved", project, { project, id }, id);
}

/** Hold the rules of a project's alerts against a session. */
export function alertJob(project: string, session: string): Job {
  return job("alert", project, { project, session }, session);
}

/** Send what is due of a project's alerts. */
export function deliverJob(project: string): Job {
  return job("deliver", project, { project });
}

/** Delete in every project what is older than it keeps. */
export function retentionJob(): Job {
  return job("retention", "", {}, "of all projects");
}

/** The job that a worker was asked for, to be asked for once more. */
export function jobAgain(task: TaskName, payload: unknown, key: string): Job {
  const fields = payloadSchema.parse(payload);
  return { task, payload: fields, key, priority: PRIORITY[task], project: fields.project ?? "" };
}

/** What may take long: only some of it is done at the same time, so that there is always room for the rest. */
export function isLong(task: string): boolean {
  return LONG.has(task);
}

/** What makes turns readable, which comes before what is found in them. */
export function isPressing(task: string): boolean {
  return PRESSING.has(task);
}

/** What is done when nothing presses. */
export function givesWay(task: string): boolean {
  return task === "analyse" || task === "analyse-new";
}

const PRESSING: ReadonlySet<string> = new Set<TaskName>(["project", "derive"]);
const LONG: ReadonlySet<string> = new Set<TaskName>(["reanalyse", "replay", "saved", "retention", "deliver"]);

export function isTask(name: string): name is TaskName {
  return name in PRIORITY;
}

const payloadSchema = z.record(z.string(), z.string());

function job(task: TaskName, project: string, payload: Job["payload"], about = project): Job {
  return { task, payload, key: `${task} ${about}`, priority: PRIORITY[task], project };
}
