import type { Database } from "@/lib/db/client";
import type { Session as SessionRow } from "@/lib/db/generated/client";
import { parsePublicId, makeSessionKey } from "@/lib/db/session-id";
import { notFound } from "@/lib/errors";
import { getLookups } from "./request-memo";

/**
 * A session of a project by its public id or its sender's id, as far as it is derived. Looked up once per request.
 * @throws AppError `not_found`, also for another project's session
 */
export async function findSession(db: Database, project: string, id: string): Promise<SessionRow> {
  const row = await lookUp(db, project, makeKey(project, id));
  if (row === null) throw notFound("the session");
  return row;
}

/** @param id its public id or its sender's id */
export function makeKey(project: string, id: string): string {
  return parsePublicId(id) ?? makeSessionKey(project, id);
}

function lookUp(db: Database, project: string, key: string): Promise<SessionRow | null> {
  const known = getLookups().sessions;
  const name = `${project} ${key}`;
  const found = known.get(name) ?? db.session.findFirst({ where: { sessionId: key, projectId: project } });
  known.set(name, found);
  return found;
}
