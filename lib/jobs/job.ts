import { z } from "zod";
import { SHORT_EVENTS_MAX } from "@/lib/db/recordings/short-session";

/**
 * Work for a worker process. A job is only a hint: the tables show what there is to do, and workers look
 * there too.
 */
export interface Job {
  readonly task: TaskName;
  readonly payload: Readonly<Record<string, string>>;
  /** A waiting job with the same key is this one. Jobs with the same key run one after another, in any workers. */
  readonly key: string;
  /** Which slots of a worker it may take (`lanes.ts`). */
  readonly lane: WorkLane;
  /** How many seconds younger jobs may be that still come before it. */
  readonly afterS: number;
  /** Whose turn it takes: its project, and its agent where that is known. Whoever asks for much waits behind others. */
  readonly turns: readonly string[];
}

export type TaskName =
  | "project"
  | "derive"
  | "analyse"
  | "analyse-new"
  | "reanalyse"
  | "replay"
  | "saved"
  | "import"
  | "retention"
  | "alert"
  | "deliver"
  | "judge";

/**
 * `interactive` is short work: it has slots of its own, so it waits for nothing else. `bulk` is everything that may last.
 * `apart` runs in a process of its own, and the worker only waits for it.
 */
export type WorkLane = "interactive" | "bulk" | "apart";

/** For example: an analysis that was asked for five seconds ago comes before a replay of now, and not before a derivation of now. */
const PLACES: Readonly<Record<TaskName, { readonly lane: WorkLane; readonly afterS: number }>> = {
  project: { lane: "interactive", afterS: 0 },
  derive: { lane: "interactive", afterS: 0 },
  import: { lane: "apart", afterS: 0 },
  analyse: { lane: "interactive", afterS: 5 },
  "analyse-new": { lane: "interactive", afterS: 5 },
  alert: { lane: "interactive", afterS: 10 },
  deliver: { lane: "bulk", afterS: 10 },
  replay: { lane: "bulk", afterS: 5 },
  saved: { lane: "bulk", afterS: 0 },
  reanalyse: { lane: "bulk", afterS: 40 },
  retention: { lane: "bulk", afterS: 50 },
  judge: { lane: "bulk", afterS: 60 },
};

export function projectJob(project: string): Job {
  return makeJob("project", project, { project });
}

export function deriveJob(project: string, session: string): Job {
  return makeJob("derive", project, { project, session }, session);
}

/** The rest of a derivation that took longer than its first seconds: others come first. */
export function deriveOnJob(project: string, session: string): Job {
  return { ...deriveJob(project, session), lane: "bulk", afterS: DERIVE_ON_AFTER_S };
}

const DERIVE_ON_AFTER_S = 5;

/** What tells how long an analysis will take, and whose it is. */
export interface AnalysedSize {
  readonly events: number;
  readonly agent?: string | null;
}

const DOUBLED_AFTER_S = 5;

/** The shortest come first: each doubling of a session lets analyses go before it that were asked for seconds later. */
export function analyseJob(project: string, session: string, { events, agent }: AnalysedSize): Job {
  const made = makeJob("analyse", project, { project, session }, session);
  return {
    ...made,
    lane: events > SHORT_EVENTS_MAX ? "bulk" : "interactive",
    afterS: made.afterS + DOUBLED_AFTER_S * Math.log2(1 + events / SHORT_EVENTS_MAX),
    turns: agent == null ? made.turns : [...made.turns, `${project} ${agent}`],
  };
}

export function analyseNewJob(project: string): Job {
  return makeJob("analyse-new", project, { project });
}

export function makeReanalyseJob(project: string): Job {
  return makeJob("reanalyse", project, { project });
}

export function replayJob(project: string, session: string, id: string): Job {
  return makeJob("replay", project, { project, session, id }, `${session} ${id}`);
}

/** @param kind of the saved job: an import runs in a process of its own */
export function makeSavedJob(project: string, id: string, kind: string): Job {
  return makeJob(kind === "import" ? "import" : "saved", project, { project, id }, id);
}

export function makeAlertJob(project: string, session: string): Job {
  return makeJob("alert", project, { project, session }, session);
}

export function makeDeliverJob(project: string): Job {
  return makeJob("deliver", project, { project });
}

/** Asks the configured model what is open of a project. */
export function makeJudgeJob(project: string): Job {
  return makeJob("judge", project, { project });
}

export function makeRetentionJob(): Job {
  return makeJob("retention", "", {}, "of all projects");
}

/** @param lane where it was: what took long comes to no slot of short work by being asked for again */
export function makeJobAgain(task: TaskName, payload: unknown, key: string, lane: WorkLane): Job {
  const fields = payloadSchema.parse(payload);
  return { task, payload: fields, key, lane, afterS: PLACES[task].afterS, turns: [fields.project ?? ""] };
}

/** Only some of these run at the same time, so that derivations and analyses of long sessions find a slot. */
export function isLongTask(task: string): boolean {
  return LONG.has(task);
}

const LONG: ReadonlySet<string> = new Set<TaskName>([
  "reanalyse",
  "replay",
  "saved",
  "retention",
  "deliver",
  "judge",
]);

export function isTask(name: string): name is TaskName {
  return name in PLACES;
}

/** Whether the worker only waits for it. */
export function isApart(task: string): boolean {
  return isTask(task) && PLACES[task].lane === "apart";
}

const payloadSchema = z.record(z.string(), z.string());

function makeJob(task: TaskName, project: string, payload: Job["payload"], about = project): Job {
  return { task, payload, key: `${task} ${about}`, ...PLACES[task], turns: [project] };
}
