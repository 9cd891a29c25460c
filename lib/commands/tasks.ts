import { PIPELINE_TASKS } from "@/lib/pipeline/worker/tasks";
import type { Tasks } from "@/lib/pipeline/worker/tasks";
import { alertTask, deliverTask } from "./alerts/tasks";
import { savedTask } from "./jobs/saved-task";
import { judgeTask } from "./judge/judge-task";
import { retentionTask } from "./apply-retention";
import { replayTask } from "./replay/replay-task";

export const TASKS: Tasks = {
  ...PIPELINE_TASKS,
  replay: replayTask,
  saved: savedTask,
  import: savedTask,
  retention: retentionTask,
  alert: alertTask,
  deliver: deliverTask,
  judge: judgeTask,
};
