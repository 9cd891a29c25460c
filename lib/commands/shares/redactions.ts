import type { StepOf } from "@/lib/access/step-of";
import { promisify } from "node:util";
import { deflate, inflate } from "node:zlib";
import type { PreviewBody } from "@/lib/api/endpoints/shares";
import { writeCanonicalJson, hashContent } from "@/lib/core/hash";
import type { Database } from "@/lib/db/client";
import type { Redaction, SavedJob, Session } from "@/lib/db/generated/client";
import { readSettings } from "@/lib/db/project-settings";
import { makePublicId } from "@/lib/db/session-id";
import { whileThere } from "@/lib/db/sessions/while-there";
import { AppError, notFound } from "@/lib/errors";
import { awaitJobFor } from "@/lib/jobs/saved/await-job";
import { joinJob, refuseUnlessDone } from "@/lib/jobs/saved/saved-jobs";
import { findSession } from "@/lib/queries/reading/find-session";
import { awaitSession } from "@/lib/queries/reading/reading";
import type { Redacted } from "@/lib/queries/shares/redacted";

/** How long a share waits for data that was just received. Later data is not part of it. */
const RECEIVED_WAIT_MS = 5_000;
const NAME_CHARS = 16;
const pack = promisify(deflate);
const unpack = promisify(inflate);

export type MadeOrJob<T> =
  | { readonly is: "made"; readonly made: T }
  | { readonly is: "job"; readonly job: SavedJob };

export interface RedactionAsked {
  readonly wait: number;
  /** A job that was begun for the same subject. Its result is used, even when the session has changed since. */
  readonly job?: string | undefined;
}

/**
 * What a share of a subject would hold. A worker redacts it; equal requests for the same state of the session share one
 * job, and its result is kept for a day.
 * @returns the result; or the job, if it takes longer than the caller waits
 * @throws AppError `not_found`; `invalid_body` for a subject that cannot be shared; `invalid_query` for another's job;
 * `conflict` if it was cancelled; `rate_limited` while the project has asked for too much
 */
export async function makeRedaction({
  ctx: { db, project },
  input: {
    id,
    subject,
    asked: { wait, job },
  },
}: StepOf<
  "db" | "project",
  { readonly id: string; readonly subject: PreviewBody; readonly asked: RedactionAsked }
>): Promise<MadeOrJob<Redaction>> {
  const { incident, page, from, to, view, content, reveal, mask } = subject;
  const asked = { incident, page, from, to, view, content, reveal, mask };
  const about = `red_${hashShort(writeCanonicalJson(asked))}`;
  if (job !== undefined && !job.startsWith(about))
    throw new AppError("invalid_query", "job: expected a job that was begun for the same request");
  if (job === undefined) await awaitSession(db, project, id, RECEIVED_WAIT_MS);
  const session = await findSession(db, project, id);
  const name = job ?? `${about}${hashShort(await hashState(db, session, incident))}`;
  const keptRedaction = await findKept(db, session, name);
  if (keptRedaction !== null) return { is: "made", made: keptRedaction };
  if (job === undefined)
    await joinJob(db, project, {
      id: name,
      kind: "share",
      request: { name: makePublicId(session.sessionId), session: id, subject: asked },
    });
  const ended = await awaitJobFor(db, project, name, wait);
  if (ended.status === "running") return { is: "job", job: ended };
  refuseUnlessDone(ended);
  const madeRedaction = await findKept(db, session, name);
  if (madeRedaction === null) throw notFound("what the job made");
  return { is: "made", made: madeRedaction };
}

/** @throws AppError `not_found` if the session was deleted meanwhile */
export async function keepRedaction({
  ctx: { db },
  input: {
    job: { projectId, id },
    session,
    made: { snapshot, ...found },
  },
}: StepOf<
  "db",
  { readonly job: Pick<SavedJob, "projectId" | "id">; readonly session: string; readonly made: Redacted }
>): Promise<void> {
  const { sessionId } = await findSession(db, projectId, session);
  const row = {
    title: snapshot.title,
    snapshot: await packed(snapshot),
    hits: await packed(found),
    createdAt: new Date(),
  };
  const findKept = await whileThere(db, sessionId, (tx) =>
    tx.redaction.upsert({
      where: { sessionId_id: { sessionId, id } },
      create: { sessionId, id, ...row },
      update: row,
    }),
  );
  if (findKept === null) throw notFound("the session");
}

export function unpackSnapshot({ snapshot }: Redaction): Promise<Redacted["snapshot"]> {
  return unpacked(snapshot);
}

export function unpackHits({ hits }: Redaction): Promise<Pick<Redacted, "hits" | "masks">> {
  return unpacked(hits);
}

async function unpacked<T>(bytes: Uint8Array): Promise<T> {
  return JSON.parse((await unpack(bytes)).toString("utf8")) as T;
}

/** Deletes results that were made before a time. */
export async function forgetRedactions({ ctx: { db }, input: before }: StepOf<"db", Date>): Promise<void> {
  const old = await db.redaction.findMany({
    where: { createdAt: { lt: before } },
    select: { sessionId: true, id: true },
  });
  for (const { sessionId, id } of old) await db.redaction.deleteMany({ where: { sessionId, id } });
}

function findKept(db: Database, { sessionId }: Session, id: string): Promise<Redaction | null> {
  return db.redaction.findFirst({ where: { sessionId, id } });
}

async function packed(value: unknown): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await pack(JSON.stringify(value)));
}

async function hashState(db: Database, session: Session, incident: string | null): Promise<string> {
  const { sessionId, projectId } = session;
  const [settings, replays, incidents, annotations] = await Promise.all([
    readSettings(db, projectId),
    db.replay.findMany({
      where: { sessionId },
      select: { id: true, updatedAt: true },
      orderBy: { id: "asc" },
    }),
    incident === null ? [] : db.incident.findMany({ where: { sessionId, id: incident } }),
    incident === null
      ? []
      : db.annotation.findMany({ where: { sessionId, incident }, orderBy: { id: "asc" } }),
  ]);
  return JSON.stringify([session, settings, replays, incidents, annotations], (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
}

function hashShort(text: string): string {
  return hashContent(text).slice(0, NAME_CHARS);
}
