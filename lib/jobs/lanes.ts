import type { Job, TaskName, WorkLane } from "./job";

/**
 * The kinds of a worker's slots (`lib/pipeline/worker/slots.ts`). A job in the queue is marked with the kind that it takes. `long` is
 * no mark: it is that of the tasks among `bulk` of which only some may run.
 */
export type SlotKind = WorkLane | "analysis" | "long analysis" | "long";

const ANALYSES: ReadonlySet<string> = new Set<TaskName>(["analyse", "analyse-new"]);
const LASTING: readonly SlotKind[] = ["bulk", "long", "long analysis"];

export function listFlags(job: Pick<Job, "task" | "lane">): [SlotKind] {
  return [findSlotKind(job.task, job.lane)];
}

/** @param task of a job; one of another version of the program may be unknown */
export function findSlotKind(task: string, lane: WorkLane): SlotKind {
  if (!ANALYSES.has(task)) return lane;
  return lane === "bulk" ? "long analysis" : "analysis";
}

/** Whether work of a kind may take long, so that it must not take the place of others even for a moment. */
export function isLasting(kind: SlotKind): boolean {
  return kind === "apart" || LASTING.includes(kind);
}

/** @param flags of a job in the queue. `null` for one that another version has asked for */
export function findLane(flags: Readonly<Record<string, unknown>> | null): WorkLane {
  if (flags === null) return "interactive";
  if ("apart" in flags) return "apart";
  return LASTING.some((kind) => kind in flags) ? "bulk" : "interactive";
}
