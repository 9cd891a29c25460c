import type { Database } from "@/lib/db/client";
import { sayFailure } from "@/lib/db/say-failure";
import { addJobs, moveUp } from "./add-jobs";
import { analyseJob, deriveJob } from "./job";

/** Whoever looks on moves a session up again after this time: the next step of its work may wait by then. */
const AGAIN_MS = 1_000;
const REMEMBERED_MAX = 2_000;
const moved = new Map<string, number>();

/** How far a session is, of which somebody reads. */
export interface LookedAt {
  readonly sessionId: string;
  readonly projectId: string;
  readonly agent: string | null;
  readonly lastSeq: number;
  readonly derivedSeq: number;
  readonly analysedSeq: number;
  readonly analysedAt: Date | null;
}

/**
 * Moves up what is still to be done of a session that somebody looks at. Does not keep the reader waiting. A session that was never
 * analysed gets a job of its own, because others of its project are analysed together.
 */
export function noteLook(db: Database, row: LookedAt, now = performance.now()): void {
  const { sessionId: session, projectId: project, agent, lastSeq: events } = row;
  const isBehind = row.derivedSeq < events;
  if (!isBehind && row.analysedSeq >= events) return;
  if (now < (moved.get(session) ?? -Infinity) + AGAIN_MS) return;
  moved.delete(session);
  moved.set(session, now);
  const oldest = moved.keys().next().value;
  if (moved.size > REMEMBERED_MAX && oldest !== undefined) moved.delete(oldest);
  const [derive, analyse] = [deriveJob(project, session), analyseJob(project, session, { events, agent })];
  const first = !isBehind && row.analysedAt === null && row.analysedSeq === 0 ? [analyse] : [];
  addJobs(db, first)
    .then(() => moveUp(db, [derive.key, analyse.key]))
    .catch((error: unknown) => sayFailure("a session that is looked at could not be moved up", error));
}
