import type { IncidentResult } from "@/lib/api/endpoints/incidents";
import type { Snapshot, TimelineView } from "@/lib/incident/snapshot";
import type { Database } from "@/lib/db/client";
import { pinHref, pinOptions, type PinOptions } from "@/lib/view/incident/pin-options";
import { listReplayChoices, type ReplayChoice } from "./attached-replays";
import { readInProcess } from "../reading/read-in-process";
import { freezeForReading } from "./freeze";
import { findIncident } from "./list-incidents";
import { tellSession } from "./tell-session";

export interface IncidentPageData {
  readonly snapshot: Snapshot;
  readonly incident: IncidentResult;
  readonly pinHrefs: readonly string[];
  readonly pins: PinOptions;
  readonly replays: readonly ReplayChoice[];
}

/** Which incident a page shows, and how. */
export interface IncidentPageQuery {
  readonly incident: string;
  readonly view: TimelineView;
}

/** See {@link getIncidentPage}. */
export async function readIncidentPage(
  db: Database,
  project: string,
  id: string,
  { incident: incidentId, view }: IncidentPageQuery,
): Promise<IncidentPageData> {
  const [incident, told, replays] = await Promise.all([
    findIncident(db, project, id, incidentId),
    tellSession(db, project, id),
    listReplayChoices(db, project, id),
  ]);
  const snapshot = await freezeForReading(db, project, id, { incident: incidentId }, view, told);
  return {
    snapshot,
    incident,
    pinHrefs: incident.annotations.map((note) => pinHref(told, id, note)),
    pins: pinOptions(told, incident),
    replays,
  };
}

/**
 * What the page of an incident shows. That of a large session is read by another process.
 * @throws AppError `not_found`
 */
export const getIncidentPage = readInProcess("incident-page", readIncidentPage);
