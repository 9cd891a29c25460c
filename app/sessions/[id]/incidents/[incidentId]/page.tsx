import type { Metadata } from "next";
import { IncidentPage } from "@/components/incident/incident-page";
import { database } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { orNotFound } from "@/lib/http/page-errors";
import { freezeForReading } from "@/lib/queries/incidents/freeze";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Incident" };

const VIEW = { turn: null, axis: "time", compress: false } as const;

export default async function Page({ params }: { params: Promise<{ id: string; incidentId: string }> }) {
  const [{ id, incidentId }, { project, role }] = await Promise.all([params, pageCaller()]);
  const frozen = freezeForReading(database(), project, id, { incident: incidentId }, VIEW);
  const snapshot = await orNotFound(frozen);
  return (
    <IncidentPage sessionId={id} incidentId={incidentId} snapshot={snapshot} mayWrite={role !== "viewer"} />
  );
}
