import type { Metadata } from "next";
import { IncidentPage } from "@/components/incident-pages/incident-page";
import { getDatabase } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { orNotFound, titleOr } from "@/lib/http/page-errors";
import { sessionOnce } from "@/lib/queries/cached";
import { getIncidentPage } from "@/lib/queries/incidents/incident-page";
import { findIncident } from "@/lib/queries/incidents/list-incidents";
import { findSessionExtent } from "@/lib/view/incident/extent";
import { revealText } from "@/lib/view/format/trace-text";

export const dynamic = "force-dynamic";

interface Props {
  params: Promise<{ id: string; incidentId: string }>;
}

const VIEW = { turn: null, axis: "time", compress: false } as const;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ id, incidentId }, { project }] = await Promise.all([params, pageCaller()]);
  const incident = findIncident(getDatabase(), project, id, incidentId);
  return titleOr(
    "No such incident",
    incident.then(({ title }) => revealText(title)),
  );
}

export default async function Page({ params }: Props) {
  const [{ id, incidentId }, { project, role }] = await Promise.all([params, pageCaller()]);
  const [session, data] = await Promise.all([
    orNotFound(sessionOnce(project, id)),
    orNotFound(getIncidentPage(getDatabase(), project, id, { incident: incidentId, view: VIEW })),
  ]);
  return (
    <IncidentPage
      sessionId={session.id}
      whole={findSessionExtent(session)}
      mayWrite={role !== "viewer"}
      {...data}
    />
  );
}
