import type { AnnotationBody, IncidentBody, IncidentEdit } from "@/lib/api/endpoints/incidents";
import type { TurnIndex } from "@/lib/core/units";
import type { StepOf } from "@/lib/access/step-of";
import { tellSession } from "@/lib/queries/incidents/tell-session";
import { readInProcess } from "@/lib/queries/reading/read-in-process";
import type { NewIncident } from "./new-incident";
import { makeIncident, findTurns } from "./new-incident";
import { pinProblem } from "@/lib/incident/pins";
import type { IncidentSource } from "@/lib/incident/incident-source";
import { AppError } from "@/lib/errors";

/** A question about an incident that only the whole session answers. */
export type IncidentQuestion =
  | { readonly body: IncidentBody }
  | { readonly range: NonNullable<IncidentEdit["range"]> }
  | { readonly note: AnnotationBody; readonly from: TurnIndex; readonly to: TurnIndex };

/** What the new incident is, or which turns its range has. A note has none, and is only checked. */
export interface IncidentAnswer {
  readonly made: NewIncident | null;
  readonly turns: { readonly from: TurnIndex; readonly to: TurnIndex } | null;
}

/** See {@link askIncident}. */
export async function buildIncidentOfSession({
  ctx: { db, project },
  input: { id, asked },
}: StepOf<
  "db" | "project",
  { readonly id: string; readonly asked: IncidentQuestion }
>): Promise<IncidentAnswer> {
  const source = await tellSession(db, project, id);
  if ("range" in asked) return { made: null, turns: findTurns({ told: source, range: asked.range }) };
  if ("note" in asked) {
    checkPins(source, asked, [asked.note], () => "");
    return { made: null, turns: null };
  }
  const incident = makeIncident({ told: source, body: asked.body });
  checkPins(source, incident, incident.annotations, (i) => `annotations[${i}].`);
  return { made: incident, turns: { from: incident.from, to: incident.to } };
}

/**
 * A large session is read by another process.
 * @throws AppError `not_found` for an unknown session or finding; `invalid_body` for a range without turns or with too
 * many, and for pins to something that does not exist
 */
export const askIncident = readInProcess("incident", (db, project, id, question: IncidentQuestion) =>
  buildIncidentOfSession({ ctx: { db, project }, input: { id, asked: question } }),
);

/**
 * Refuses annotations outside of their incident, or pinned to something that the session does not have. `fieldOf` names
 * the fields of an annotation by its index, as the caller sent them.
 * @throws AppError `invalid_body` that names the field and what was expected
 */
function checkPins(
  source: IncidentSource,
  { from, to }: { readonly from: number; readonly to: number },
  annotations: readonly AnnotationBody[],
  fieldOf: (place: number) => string,
): void {
  annotations.forEach((note, place) => {
    const outside = note.turn < from || note.turn > to;
    const problem = outside
      ? { field: "turn", expected: `one of the incident, ${from} to ${to}` }
      : pinProblem(source, note);
    if (problem === null) return;
    const path = `${fieldOf(place)}${problem.field}`;
    const message = `expected ${problem.expected}`;
    throw new AppError("invalid_body", `${path}: ${message}`, [{ path, code: "invalid_pin", message }]);
  });
}
