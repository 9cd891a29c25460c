import { z } from "zod";
import type { IncidentResult } from "@/lib/api/endpoints/incidents";
import { SEVERITIES } from "@/lib/core/findings/rule/finding";
import { groupBy } from "@/lib/core/group-by";
import { PIN_KINDS } from "@/lib/incident/incident";
import { OUTCOMES } from "@/lib/core/vocabulary";
import type { Database } from "@/lib/db/client";
import type { Annotation, Incident } from "@/lib/db/generated/client";
import { notFound } from "@/lib/errors";
import { findSession } from "../reading/find-session";

const severityColumn = z.enum(SEVERITIES).catch("warning");
const outcomeColumn = z.enum(OUTCOMES).catch("unknown");
const pinColumn = z.enum(PIN_KINDS).catch("turn");

const INCIDENTS_MAX = 500;

/** The newest ones, newest first. @throws AppError `not_found` */
export async function listIncidents(db: Database, project: string, id: string): Promise<IncidentResult[]> {
  const { sessionId } = await findSession(db, project, id);
  const incidents = await db.incident.findMany({
    where: { sessionId, projectId: project },
    orderBy: [{ createdAt: "desc" }, { sessionId: "asc" }, { id: "asc" }],
    take: INCIDENTS_MAX,
  });
  const annotations = await db.annotation.findMany({
    where: { sessionId, incident: { in: incidents.map((row) => row.id) } },
    orderBy: [{ turn: "asc" }, { createdAt: "asc" }, { id: "asc" }],
  });
  const notesOf = groupBy(annotations, ({ incident }) => incident);
  return incidents.map((row) => describeIncident(row, notesOf.get(row.id) ?? []));
}

/** @throws AppError `not_found` */
export async function findIncident(
  db: Database,
  project: string,
  id: string,
  incidentId: string,
): Promise<IncidentResult> {
  const { sessionId } = await findSession(db, project, id);
  const row = await db.incident.findFirst({ where: { sessionId, id: incidentId, projectId: project } });
  if (row === null) throw notFound("the incident");
  const annotations = await db.annotation.findMany({
    where: { sessionId, incident: incidentId },
    orderBy: [{ turn: "asc" }, { createdAt: "asc" }, { id: "asc" }],
  });
  return describeIncident(row, annotations);
}

function describeIncident(row: Incident, annotations: readonly Annotation[]): IncidentResult {
  return {
    id: row.id,
    title: row.title,
    severity: severityColumn.parse(row.severity),
    outcome: outcomeColumn.parse(row.outcome),
    from: row.fromTurn,
    to: row.toTurn,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    replays: row.replays,
    annotations: annotations.map(({ id, turn, pin, target, text, author, createdAt }) => ({
      id,
      turn,
      pin: pinColumn.parse(pin),
      target,
      text,
      author,
      createdAt: createdAt.toISOString(),
    })),
  };
}
