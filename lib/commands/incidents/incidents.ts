import { randomUUID } from "node:crypto";
import { noteInAuditLog } from "@/lib/access/audit";
import { nameActor } from "@/lib/access/caller";
import type { CommandOf } from "@/lib/access/write-context";
import type { IncidentBody, IncidentEdit, IncidentResult } from "@/lib/api/endpoints/incidents";
import type { Database } from "@/lib/db/client";
import { whileThere } from "@/lib/db/sessions/while-there";
import { AppError, notFound } from "@/lib/errors";
import { findSession } from "@/lib/queries/reading/find-session";
import { readAttachedReplays } from "@/lib/queries/incidents/attached-replays";
import { findIncident } from "@/lib/queries/incidents/list-incidents";
import { makeRangeError } from "./new-incident";
import { askIncident } from "./of-session";

/**
 * Creates an incident from a range of a session or from a finding.
 * @throws AppError `not_found` for an unknown session or finding; `invalid_body` for a range without turns or with too
 * many, or annotations with invalid pins
 */
export async function createIncident({
  ctx: { db, caller },
  input: { id, body },
}: CommandOf<{ id: string; body: IncidentBody }>): Promise<IncidentResult> {
  const { sessionId } = await findSession(db, caller.project, id);
  const { made } = await askIncident(db, caller.project, id, { body });
  if (made === null) throw new Error("a body makes an incident");
  const { title, severity, outcome, from, to, annotations } = made;
  const incident = randomUUID();
  const createdBy = nameActor(caller.actor);
  const range = { fromTurn: from, toTurn: to };
  const notes = annotations.map((note) => ({
    ...note,
    sessionId,
    id: randomUUID(),
    incident,
    author: createdBy,
  }));
  const written = await whileThere(db, sessionId, async (tx) => {
    await tx.annotation.createMany({ data: notes });
    await noteInAuditLog(tx, caller, "incident.created", { target: incident, detail: { from, to } });
    return tx.incident.create({
      data: {
        sessionId,
        id: incident,
        projectId: caller.project,
        title,
        severity,
        outcome,
        ...range,
        createdBy,
      },
    });
  });
  if (written === null) throw notFound("the session");
  return findIncident(db, caller.project, id, incident);
}

/**
 * @throws AppError `not_found`; `invalid_body` for a range without turns or without its annotated turns, or
 * for another session's replay
 */
export async function changeIncident({
  ctx: { db, caller },
  input: { id, incidentId, edit },
}: CommandOf<{ id: string; incidentId: string; edit: IncidentEdit }>): Promise<IncidentResult> {
  const { range, replays, ...words } = edit;
  const { sessionId } = await findSession(db, caller.project, id);
  const { annotations } = await findIncident(db, caller.project, id, incidentId);
  const { turns } =
    range === undefined ? { turns: null } : await askIncident(db, caller.project, id, { range });
  const outside = annotations.find(({ turn }) => turns && (turn < turns.from || turn > turns.to));
  if (outside !== undefined)
    throw makeRangeError({
      path: "range",
      code: "leaves_note_out",
      message: `must hold turn ${outside.turn}, which has a note`,
    });
  if (replays !== undefined) await checkReplays(db, caller.project, id, replays);
  await db.$transaction(async (tx) => {
    const { count } = await tx.incident.updateMany({
      where: { sessionId, id: incidentId, projectId: caller.project },
      data: {
        ...(words.title !== undefined && { title: words.title }),
        ...(words.severity !== undefined && { severity: words.severity }),
        ...(words.outcome !== undefined && { outcome: words.outcome }),
        ...(turns !== null && { fromTurn: turns.from, toTurn: turns.to }),
        ...(replays !== undefined && { replays: [...new Set(replays)] }),
      },
    });
    if (count === 0) throw notFound("the incident");
    await noteInAuditLog(tx, caller, "incident.changed", { target: incidentId });
  });
  return findIncident(db, caller.project, id, incidentId);
}

/**
 * Also deletes its annotations.
 * @throws AppError `not_found`
 */
export async function deleteIncident({
  ctx: { db, caller },
  input: { id, incidentId },
}: CommandOf<{ id: string; incidentId: string }>): Promise<void> {
  const { sessionId } = await findSession(db, caller.project, id);
  await db.$transaction(async (tx) => {
    const { count } = await tx.incident.deleteMany({
      where: { sessionId, id: incidentId, projectId: caller.project },
    });
    if (count === 0) throw notFound("the incident");
    await tx.annotation.deleteMany({ where: { sessionId, incident: incidentId } });
    await noteInAuditLog(tx, caller, "incident.deleted", { target: incidentId });
  });
}

async function checkReplays(db: Database, project: string, id: string, wanted: readonly string[]) {
  const found = new Set((await readAttachedReplays(db, project, id, wanted)).map((replay) => replay.id));
  const missing = wanted.findIndex((replay) => !found.has(replay));
  if (missing >= 0)
    throw new AppError(
      "invalid_body",
      `replays[${missing}]: expected the id of a finished replay of this session`,
    );
}
