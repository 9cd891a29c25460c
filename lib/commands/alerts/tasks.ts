import type { TaskCall } from "@/lib/pipeline/worker/tasks";
import { z } from "zod";
import { makeDeliverJob } from "@/lib/jobs/job";
import { queueSoon } from "@/lib/jobs/add-jobs";
import { deliverDue } from "./deliver";
import { holdRules } from "./hold-rules";

const aboutSession = z.object({ project: z.string(), session: z.string() });
const aboutProject = z.object({ project: z.string() });

export async function runAlertTask({ ctx: { db }, input: payload }: TaskCall): Promise<void> {
  const { project, session } = aboutSession.parse(payload);
  if (await holdRules({ ctx: { db, project }, input: session })) queueSoon(db, [makeDeliverJob(project)]);
}

export async function runDeliverTask({ ctx: { db, signal }, input: payload }: TaskCall): Promise<void> {
  await deliverDue({ ctx: { db, project: aboutProject.parse(payload).project, signal } });
}
