import { PIPELINE_TASKS } from "@/lib/pipeline/worker/tasks";
import type { TaskCall, Tasks, WorkerTask } from "@/lib/pipeline/worker/tasks";
import { runAlertTask, runDeliverTask } from "./alerts/tasks";
import { runSavedTask } from "./jobs/saved-task";
import { runJudgeTask } from "./judge/judge-task";
import { runRetentionTask } from "./apply-retention";
import { replayTask } from "./replay/replay-task";

export const TASKS: Tasks = {
  ...PIPELINE_TASKS,
  replay: makeTask(replayTask),
  saved: makeTask(runSavedTask),
  import: makeTask(runSavedTask),
  retention: runRetentionTask,
  alert: makeTask(runAlertTask),
  deliver: makeTask(runDeliverTask),
  judge: makeTask(runJudgeTask),
};

/** A worker gives what it has one by one, and a command takes one object. */
function makeTask(command: (call: TaskCall) => Promise<void>): WorkerTask {
  return (db, input, signal) => command({ ctx: { db, signal }, input });
}
