import { PIPELINE_TASKS } from "@/lib/pipeline/worker/tasks";
import type { TaskCall, Tasks, WorkerTask } from "@/lib/pipeline/worker/tasks";
import { alertTask, deliverTask } from "./alerts/tasks";
import { savedTask } from "./jobs/saved-task";
import { judgeTask } from "./judge/judge-task";
import { retentionTask } from "./apply-retention";
import { replayTask } from "./replay/replay-task";

export const TASKS: Tasks = {
  ...PIPELINE_TASKS,
  replay: task(replayTask),
  saved: task(savedTask),
  import: task(savedTask),
  retention: retentionTask,
  alert: task(alertTask),
  deliver: task(deliverTask),
  judge: task(judgeTask),
};

/** A worker gives what it has one by one, and a command takes one object. */
function task(command: (call: TaskCall) => Promise<void>): WorkerTask {
  return (db, input, signal) => command({ ctx: { db, signal }, input });
}
