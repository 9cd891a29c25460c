import { randomUUID } from "node:crypto";
import { noteInAuditLog } from "@/lib/access/audit";
import type { Caller } from "@/lib/access/caller";
import { nameActor } from "@/lib/access/caller";
import type { CommandOf } from "@/lib/access/write-context";
import type { AnnotationBody, IncidentResult } from "@/lib/api/endpoints/incidents";
import type { Database } from "@/lib/db/client";
import { whileThere } from "@/lib/db/sessions/while-there";
import { notFound } from "@/lib/errors";
import { findSession } from "@/lib/queries/reading/find-session";
import { findIncident } from "@/lib/queries/incidents/list-incidents";
import { askIncident } from "./of-session";

/**
 * @throws AppError `not_found`; `invalid_body` for a turn outside the incident, or a pin to something that
 * does not exist
 */
export async function annotateIncident({
  ctx: { db, caller },
  input: { id, incidentId, note },
}: CommandOf<{ id: string; incidentId: string; note: AnnotationBody }>): Promise<IncidentResult> {
  const { sessionId } = await findSession(db, caller.project, id);
  const { from, to } = await findIncident(db, caller.project, id, incidentId);
  await askIncident(db, caller.project, id, { note, from, to });
  const author = nameActor(caller.actor);
  const annotation = randomUUID();
  const written = await whileThere(db, sessionId, async (tx) => {
    await noteInAuditLog(tx, caller, "annotation.created", { target: annotation });
    return tx.annotation.create({
      data: { ...note, sessionId, id: annotation, incident: incidentId, author },
    });
  });
  if (written === null) throw notFound("the session");
  return findIncident(db, caller.project, id, incidentId);
}

export interface AnnotationPlace {
  readonly id: string;
  readonly incidentId: string;
  readonly annotationId: string;
}

/** @throws AppError `not_found` */
export async function changeAnnotation({
  ctx: { db, caller },
  input: { text, ...place },
}: CommandOf<AnnotationPlace & { readonly text: string }>): Promise<IncidentResult> {
  const where = await makeAnnotationRow(db, caller, place);
  await db.$transaction(async (tx) => {
    const { count } = await tx.annotation.updateMany({ where, data: { text } });
    if (count === 0) throw notFound("the annotation");
    await noteInAuditLog(tx, caller, "annotation.changed", { target: place.annotationId });
  });
  return findIncident(db, caller.project, place.id, place.incidentId);
}

/** @throws AppError `not_found` */
export async function deleteAnnotation({
  ctx: { db, caller },
  input: place,
}: CommandOf<AnnotationPlace>): Promise<IncidentResult> {
  const where = await makeAnnotationRow(db, caller, place);
  await db.$transaction(async (tx) => {
    const { count } = await tx.annotation.deleteMany({ where });
    if (count === 0) throw notFound("the annotation");
    await noteInAuditLog(tx, caller, "annotation.deleted", { target: place.annotationId });
  });
  return findIncident(db, caller.project, place.id, place.incidentId);
}

/** The incident is looked up in the caller's project first, because annotations have no project of their own. */
async function makeAnnotationRow(
  db: Database,
  caller: Caller,
  { id, incidentId, annotationId }: AnnotationPlace,
) {
  const { sessionId } = await findSession(db, caller.project, id);
  await findIncident(db, caller.project, id, incidentId);
  return { sessionId, incident: incidentId, id: annotationId };
}
