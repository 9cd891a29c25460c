import { z } from "zod";
import { replayRequestSchema, replayResultSchema, type ReplayAnswer } from "@/lib/api/endpoints/replays";
import { JOB_STATES } from "@/lib/api/endpoints/jobs";
import { chooseRecommendation } from "@/lib/replay/recommend";
import { COUNTERFACTUAL } from "@/lib/replay/caveats";
import type { Database } from "@/lib/db/client";
import type { Session as SessionRow } from "@/lib/db/generated/client";
import { makePublicId } from "@/lib/db/session-id";
import { notFound } from "@/lib/errors";
import { findSession } from "../reading/find-session";

export async function getReplay(
  db: Database,
  project: string,
  sessionId: string,
  id: string,
): Promise<ReplayAnswer> {
  return readReplay(db, await findSession(db, project, sessionId), id);
}

export async function readReplay(db: Database, { sessionId }: SessionRow, id: string): Promise<ReplayAnswer> {
  const saved = await db.replay.findFirst({ where: { sessionId, id } });
  if (saved === null) throw notFound("the replay");
  const status = z.enum(JOB_STATES).parse(saved.status);
  const results = z.array(replayResultSchema).parse(saved.results);
  return {
    id,
    session: makePublicId(sessionId),
    createdAt: saved.createdAt.toISOString(),
    status,
    progress: { done: saved.done, of: saved.of },
    message: saved.message,
    request: replayRequestSchema.parse(saved.request),
    recommendation: status === "done" ? chooseRecommendation(results) : null,
    results,
    counterfactual: COUNTERFACTUAL,
  };
}
