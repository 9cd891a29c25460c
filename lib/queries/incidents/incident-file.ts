import type { TimelineView } from "@/lib/incident/snapshot";
import type { Database } from "@/lib/db/client";
import type { ExportFormat } from "@/lib/view/incident/export";
import { EXPORTS } from "@/lib/view/incident/export";
import { readInProcess } from "../reading/read-in-process";
import { freezeForReading } from "./freeze";

/** Which file of an incident is asked for, and the address of its page. */
export interface IncidentFileQuery {
  readonly incident: string;
  readonly view: TimelineView;
  readonly format: ExportFormat;
  readonly address: string;
}

export interface IncidentFile {
  readonly title: string;
  readonly text: string;
}

/** See {@link getIncidentFile}. */
export async function buildIncidentFile(
  db: Database,
  project: string,
  id: string,
  { incident, view, format, address }: IncidentFileQuery,
): Promise<IncidentFile> {
  const snapshot = await freezeForReading(db, project, id, { incident }, view);
  return { title: snapshot.title, text: EXPORTS[format].write(snapshot, address) };
}

/**
 * An incident as a file. That of a large session is made by another process.
 * @throws AppError `not_found`
 */
export const getIncidentFile = readInProcess("incident-file", buildIncidentFile);
