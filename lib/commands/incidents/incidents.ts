import { randomUUID } from "node:crypto";
import { audit } from "@/lib/access/audit";
import type { Caller } from "@/lib/access/caller";
import { actorName } from "@/lib/access/caller";
import type { AnnotationBody, IncidentBody, IncidentResult } from "@/lib/api/endpoints/incidents";
import type { Analysed } from "@/lib/core/findings/find";
import { findAll } from "@/lib/core/findings/find";
import type { Severity } from "@/lib/core/findings/finding";
import { SessionClock } from "@/lib/core/incident/clock";
import type { Outcome } from "@/lib/core/vocabulary";
import type { Database } from "@/lib/db/client";
import { AppError, notFound } from "@/lib/errors";
import { findSession } from "@/lib/queries/find-session";
import { analysedSession } from "@/lib/queries/incidents/freeze";
import { findIncident } from "@/lib/queries/incidents/list-incidents";

const TITLE_CHARS = 200;

interface NewIncident {
  readonly title: string;
  readonly severity: Severity;
  readonly outcome: Outcome;
  readonly from: number;
  readonly to: number;
  readonly annotations: readonly AnnotationBody[];
}

/**
 * Marks a range of a session, or makes a finding an incident.
 * @throws AppError `not_found` for a session or a finding that is not there, `invalid_body` for a range without turns
 */
export async function createIncident(
  db: Database,
  caller: Caller,
  id: string,
  body: IncidentBody,
): Promise<IncidentResult> {
  const { sessionId } = await findSession(db, caller.project, id);
  const analysed = await analysedSession(db, caller.project, id);
  const { title, severity, outcome, from, to, annotations } = asIncident(analysed, body);
  const incident = randomUUID();
  const createdBy = actorName(caller.actor);
  await db.$transaction([
    db.incident.create({
      data: {
        sessionId,
        id: incident,
        projectId: caller.project,
        title,
        severity,
        outcome,
        fromTurn: from,
        toTurn: to,
        createdBy,
      },
    }),
    db.annotation.createMany({
      data: annotations.map((note) => ({
        ...note,
        sessionId,
        id: randomUUID(),
        incident,
        author: createdBy,
      })),
    }),
  ]);
  await audit(db, caller, "incident.created", { target: incident, detail: { from, to } });
  return findIncident(db, caller.project, id, incident);
}

/** Writes a remark down. @throws AppError `not_found`, `invalid_body` for a turn outside the incident */
export async function annotateIncident(
  db: Database,
  caller: Caller,
  id: string,
  incidentId: string,
  note: AnnotationBody,
): Promise<IncidentResult> {
  const { sessionId } = await findSession(db, caller.project, id);
  const { from, to } = await findIncident(db, caller.project, id, incidentId);
  if (note.turn < from || note.turn > to)
    throw new AppError("invalid_body", `turn: expected one of the incident, ${from} to ${to}`);
  const author = actorName(caller.actor);
  await db.annotation.create({
    data: { ...note, sessionId, id: randomUUID(), incident: incidentId, author },
  });
  return findIncident(db, caller.project, id, incidentId);
}

/** Deletes an incident with its annotations. @throws AppError `not_found` */
export async function deleteIncident(
  db: Database,
  caller: Caller,
  id: string,
  incidentId: string,
): Promise<void> {
  const { sessionId } = await findSession(db, caller.project, id);
  const { count } = await db.incident.deleteMany({
    where: { sessionId, id: incidentId, projectId: caller.project },
  });
  if (count === 0) throw notFound("the incident");
  await db.annotation.deleteMany({ where: { sessionId, incident: incidentId } });
  await audit(db, caller, "incident.deleted", { target: incidentId });
}

function asIncident(analysed: Analysed, body: IncidentBody): NewIncident {
  if ("finding" in body) return ofFinding(analysed, body.finding);
  const { turns, meta } = analysed.recording.session;
  const { range } = body;
  const found =
    "from" in range
      ? range
      : new SessionClock(turns, meta.startedAt).turnsWithin(Date.parse(range.since), Date.parse(range.until));
  const hasTurns = found !== null && turns.some(({ index }) => index >= found.from && index <= found.to);
  if (!hasTurns) throw new AppError("invalid_body", "range: expected one with turns of the session in it");
  return { ...body, from: found.from, to: found.to };
}

function ofFinding(analysed: Analysed, wanted: { code: string; turn: number }): NewIncident {
  const { findings } = findAll(analysed);
  const finding = findings.find(({ code, from }) => code === wanted.code && from === wanted.turn);
  if (finding === undefined) throw notFound(`a finding ${wanted.code} at turn ${wanted.turn}`);
  const { code, severity, sentence, advice, from, to } = finding;
  return {
    title: sentence.slice(0, TITLE_CHARS).toWellFormed(),
    severity,
    outcome: analysed.recording.session.meta.outcome ?? "unknown",
    from,
    to,
    annotations: [{ turn: from, pin: "finding", target: code, text: advice }],
  };
}
