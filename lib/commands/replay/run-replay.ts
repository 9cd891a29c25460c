import type { StepOf } from "@/lib/access/step-of";
import type { ReplayRequest, ReplayResult } from "@/lib/api/endpoints/replays";
import { deriveEvidence } from "@/lib/core/evidence/evidence-of";
import { buildPlans } from "@/lib/core/evidence/plan/plans-of";
import { compare } from "@/lib/replay/comparison";
import type { Replay } from "@/lib/replay/setup";
import type { Database } from "@/lib/db/client";
import { readRecording } from "@/lib/db/recordings/read-recording";
import { deriveJob } from "@/lib/jobs/job";
import type { SavedRow } from "@/lib/jobs/saved/run-saved";
import { runSaved } from "@/lib/jobs/saved/run-saved";
import { queueSoon } from "@/lib/jobs/add-jobs";
import type { Prisma, Session as SessionRow } from "@/lib/db/generated/client";
import { appendEvents } from "@/lib/db/log/append";
import { makePublicId, makeSessionKey } from "@/lib/db/session-id";
import type { Chosen } from "./choices";
import { replayResult } from "./result-of";

/**
 * Runs a saved replay in a worker, in slices with stored progress, until it is finished or cancelled. Each replayed
 * session is stored through the log like any other, with the recording as its parent: whole, in one transaction, and
 * only if nobody has cancelled. Sessions that were stored before a cancellation are listed.
 * @param signal stops it; a later run gives the same result
 * @throws if it was stopped, or if the database is away
 */
export async function runReplay({
  ctx: { db, signal },
  input: { row, id, request, choices },
}: StepOf<
  "db" | "signal",
  {
    readonly row: SessionRow;
    readonly id: string;
    readonly request: ReplayRequest;
    readonly choices: readonly Chosen[];
  }
>): Promise<void> {
  const saved = makeReplayRow(db, row.sessionId, id);
  await runSaved(saved, signal, `the replay ${id}`, async (progress) => {
    const results: ReplayResult[] = [];
    const recording = await readRecording(db, row);
    const plans = buildPlans(recording);
    const evidence = deriveEvidence(recording, plans);
    const { budget, contextWindow, prices } = request;
    for (const { done, of, replay, ...beside } of compare(
      { recording, plans, evidence, budget, contextWindow, prices },
      choices,
    )) {
      if (replay !== null) {
        await progress.note(done, of, true);
        const session = await storeReplayed(db, row.projectId, replay);
        const warnings = choices[results.length]?.warnings ?? [];
        results.push(replayResult({ replay, recording, evidence, session, warnings, beside }));
        await saved.list(results);
      }
      await progress.note(done, of, replay !== null);
    }
  });
}

function makeReplayRow(
  db: Database,
  sessionId: string,
  id: string,
): SavedRow<void> & { list: (results: readonly ReplayResult[]) => Promise<void> } {
  const change = async (data: Prisma.ReplayUpdateManyMutationInput) => {
    const where = { sessionId, id, status: "running" };
    const { count } = await db.replay.updateMany({ where, data: { ...data, updatedAt: new Date() } });
    return count > 0;
  };
  return {
    advance: (done, of) => change({ done, of }),
    succeed: async () => void (await change({ status: "done" })),
    fail: async ({ message }) => void (await change({ status: "failed", message })),
    list: async (results) =>
      void (await db.replay.update({
        where: { sessionId_id: { sessionId, id } },
        data: { results: toJson(results) },
      })),
  };
}

function toJson(results: readonly ReplayResult[]): Prisma.InputJsonValue {
  return JSON.parse(JSON.stringify(results)) as Prisma.InputJsonValue;
}

async function storeReplayed(db: Database, project: string, { events, session }: Replay): Promise<string> {
  const { changed } = await appendEvents(db, project, events, "replace");
  queueSoon(
    db,
    changed.map((key) => deriveJob(project, key)),
  );
  return makePublicId(makeSessionKey(project, session.meta.externalId));
}
