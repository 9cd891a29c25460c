import type { TaskCall } from "@/lib/pipeline/worker/tasks";
import { z } from "zod";
import type { Database } from "@/lib/db/client";
import type { JudgeTask } from "@/lib/db/generated/client";
import { readJudgeSettings } from "@/lib/judge/judge-settings";
import { startRest, findRestsUntil } from "@/lib/judge/judge-tasks";
import { judgeQuestions, type SessionJudged } from "./judge-session";

const aboutProject = z.object({ project: z.string() });
const TRIES_MAX = 5;
/** Each pause after a failure is four times as long: a minute, four, a quarter of an hour, an hour. */
const FIRST_PAUSE_MS = 60_000;
const PAUSE_FACTOR = 4;
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Asks about the sessions of a project that are due, the longest waiting first. After a failure of the service, or at the
 * end of the budget, the project rests: the next session would meet the same.
 */
export async function runJudgeTask({ ctx: { db, signal }, input: payload }: TaskCall): Promise<void> {
  const { project } = aboutProject.parse(payload);
  const settings = await readJudgeSettings(db, project);
  while (!signal.aborted) {
    const task = await nextDue(db, project);
    if (task === null || (settings !== null && (await findRestsUntil(db, project)) !== null)) return;
    const judged =
      settings === null
        ? null
        : await judgeQuestions({ ctx: { db, signal }, input: { session: task.sessionId, settings } });
    if (judged === null && settings !== null && signal.aborted) return;
    const { again = null, note = null, questions = 0 } = judged ?? {};
    const dueAt = computeDueAgain(task, again);
    const tries = again === null ? 0 : task.tries + 1;
    // Not where it was asked for once more meanwhile.
    await db.judgeTask.updateMany({
      where: { sessionId: task.sessionId, dueAt: task.dueAt },
      data: { dueAt, tries, ...(judged !== null && { questions, note }) },
    });
    if (again !== null) await startRest(db, project, dueAt ?? new Date(Date.now() + FIRST_PAUSE_MS));
  }
}

function nextDue(db: Database, projectId: string): Promise<JudgeTask | null> {
  return db.judgeTask.findFirst({
    where: { projectId, dueAt: { lte: new Date() } },
    orderBy: [{ dueAt: "asc" }, { sessionId: "asc" }],
  });
}

type Again = SessionJudged["again"];

function computeDueAgain({ tries }: JudgeTask, again: Again): Date | null {
  const now = Date.now();
  if (again === "tomorrow") return new Date(Math.floor(now / DAY_MS + 1) * DAY_MS);
  if (again === null || tries + 1 >= TRIES_MAX) return null;
  return new Date(now + Math.max(again.inMs, FIRST_PAUSE_MS * PAUSE_FACTOR ** tries));
}
