import { setImmediate } from "node:timers/promises";
import type { ReplayRequest, ReplayResult } from "@/lib/api/endpoints/replays";
import { evidenceOf } from "@/lib/core/evidence/evidence-of";
import { plansOf } from "@/lib/core/evidence/plan/plans-of";
import { compare } from "@/lib/replay/comparison";
import type { Replay } from "@/lib/replay/setup";
import type { Database } from "@/lib/db/client";
import { readRecording } from "@/lib/pipeline/derive/read-recording";
import { deriveJob } from "@/lib/pipeline/jobs/job";
import { workSoon } from "@/lib/pipeline/jobs/work-soon";
import type { Prisma, Session as SessionRow } from "@/lib/db/generated/client";
import { appendEvents } from "@/lib/db/log/append";
import { publicId, sessionKey } from "@/lib/db/session-id";
import { isDatabaseAway } from "@/lib/db/away";
import type { Chosen } from "./choices";
import { resultOf } from "./result-of";

/** How long a replay computes before it lets others have the process. */
const SLICE_MS = 20;

/** How often a replay writes down how far it is, and looks whether it was cancelled. */
const REPORT_MS = 500;

/**
 * Runs a saved replay in a worker: in slices, with its progress written down, until it is done or cancelled. Each
 * replayed session is stored through the log like any other, with the recording as its parent: whole, in one transaction,
 * and only while nobody has cancelled. What was stored by then is listed, also where the cancelling came meanwhile.
 * @param signal stops it; it can be run again then, and comes to the same
 * @throws when it was stopped, or when the database is away
 */
export async function runReplay(
  db: Database,
  row: SessionRow,
  id: string,
  request: ReplayRequest,
  choices: readonly Chosen[],
  signal: AbortSignal,
): Promise<void> {
  const key = { sessionId_id: { sessionId: row.sessionId, id } };
  const results: ReplayResult[] = [];
  try {
    const recording = await readRecording(db, row);
    const plans = plansOf(recording);
    const evidence = evidenceOf(recording, plans);
    const { budget, contextWindow, prices } = request;
    let [sliceEnd, reportAt] = [Date.now() + SLICE_MS, Date.now() + REPORT_MS];
    for (const { done, of, replay, ...beside } of compare(
      { recording, plans, evidence, budget, contextWindow, prices },
      choices,
    )) {
      if (replay !== null) {
        if (!(await isRunning(db, row.sessionId, id))) return;
        const session = await storeReplayed(db, row.projectId, replay);
        const warnings = choices[results.length]?.warnings ?? [];
        results.push(resultOf(replay, recording.session, evidence, session, warnings, beside));
        await db.replay.update({ where: key, data: { results: jsonOf(results) } });
      }
      if (Date.now() < sliceEnd && replay === null) continue;
      await setImmediate();
      signal.throwIfAborted();
      sliceEnd = Date.now() + SLICE_MS;
      if (Date.now() < reportAt && replay === null) continue;
      reportAt = Date.now() + REPORT_MS;
      const { count } = await db.replay.updateMany({
        where: { sessionId: row.sessionId, id, status: "running" },
        data: { done, of, updatedAt: new Date() },
      });
      if (count === 0) return;
    }
    await db.replay.updateMany({
      where: { sessionId: row.sessionId, id, status: "running" },
      data: { status: "done", updatedAt: new Date() },
    });
  } catch (error) {
    if (signal.aborted || isDatabaseAway(error)) throw error;
    console.error("a replay failed", error);
    const message = "something went wrong on the server; its log says what";
    await db.replay.update({ where: key, data: { status: "failed", message, updatedAt: new Date() } });
  }
}

async function isRunning(db: Database, sessionId: string, id: string): Promise<boolean> {
  const saved = await db.replay.findUnique({
    where: { sessionId_id: { sessionId, id } },
    select: { status: true },
  });
  return saved?.status === "running";
}

function jsonOf(results: readonly ReplayResult[]): Prisma.InputJsonValue {
  return JSON.parse(JSON.stringify(results)) as Prisma.InputJsonValue;
}

async function storeReplayed(db: Database, project: string, { events, session }: Replay): Promise<string> {
  const { changed } = await appendEvents(db, project, events, "replace");
  workSoon(
    db,
    changed.map((key) => deriveJob(project, key)),
  );
  return publicId(sessionKey(project, session.meta.externalId));
}
