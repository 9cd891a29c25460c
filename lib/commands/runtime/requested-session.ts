import type { StepOf } from "@/lib/access/step-of";
import { parsePublicId, makePublicId, makeSessionKey } from "@/lib/db/session-id";
import { notFound } from "@/lib/errors";

/** The session that a running agent names. It need not exist yet. */
export interface RequestedSession {
  readonly project: string;
  readonly externalId: string;
  /** Its key in the database, and the id that references use. */
  readonly key: string;
  readonly publicId: string;
}

/**
 * The session of a question, by its sender's id or its public id; `null` if the question names none.
 * @throws AppError `not_found` for a public id of another project
 */
export async function findRequestedSession({
  ctx: { db, project },
  input: id,
}: StepOf<"db" | "project", string | undefined>): Promise<RequestedSession | null> {
  if (id === undefined) return null;
  const key = parsePublicId(id);
  if (key === null) {
    const own = makeSessionKey(project, id);
    return { project, externalId: id, key: own, publicId: makePublicId(own) };
  }
  const row = await db.session.findFirst({
    where: { sessionId: key, projectId: project },
    select: { externalId: true },
  });
  if (row === null) throw notFound("the session");
  return { project, externalId: row.externalId, key, publicId: id };
}

/** The next call: as the question states it, else the one after the newest derived turn. */
export async function findAskedTurn({
  ctx: { db },
  input: { session, turn },
}: StepOf<"db", { readonly session: RequestedSession; readonly turn: number | undefined }>): Promise<number> {
  if (turn !== undefined) return turn;
  const { _max } = await db.turn.aggregate({ where: { sessionId: session.key }, _max: { turn: true } });
  return (_max.turn ?? -1) + 1;
}
