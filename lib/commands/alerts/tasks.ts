import { z } from "zod";
import type { Database } from "@/lib/db/client";
import { deliverJob } from "@/lib/jobs/job";
import { workSoon } from "@/lib/jobs/work-soon";
import { deliverDue } from "./deliver";
import { holdRules } from "./hold-rules";

const aboutSession = z.object({ project: z.string(), session: z.string() });
const aboutProject = z.object({ project: z.string() });

export async function alertTask(db: Database, payload: unknown): Promise<void> {
  const { project, session } = aboutSession.parse(payload);
  if (await holdRules(db, project, session)) workSoon(db, [deliverJob(project)]);
}

export async function deliverTask(db: Database, payload: unknown, signal: AbortSignal): Promise<void> {
  await deliverDue(db, aboutProject.parse(payload).project, signal);
}
