import type { Database } from "@/lib/db/client";
import type { Session as SessionRow } from "@/lib/db/generated/client";
import { keyOfPublicId, sessionKey } from "@/lib/db/session-id";
import { notFound } from "@/lib/errors";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { bringUp } from "@/lib/pipeline/project/bring-up";

/**
 * A session of a project by its public or its sender's id, with the derived tables brought up to date first, so that
 * what was acknowledged a moment ago is there.
 * @throws AppError `not_found`, also for another project's session
 */
export async function findSession(db: Database, project: string, id: string): Promise<SessionRow> {
  const key = keyOfPublicId(id) ?? sessionKey(project, id);
  const find = () => db.session.findFirst({ where: { sessionId: key, projectId: project } });
  const known = await find();
  const row = (await bringUp(db, project, known?.externalId)) ? await find() : known;
  if (row === null) throw notFound("the session");
  if (row.derivedSeq === row.lastSeq) return row;
  await deriveSession(db, key);
  return (await find()) ?? row;
}
