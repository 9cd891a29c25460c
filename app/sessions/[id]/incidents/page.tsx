import type { Metadata } from "next";
import { IncidentsView } from "@/components/incident-pages/incidents-view";
import { getDatabase } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { orNotFound } from "@/lib/http/page-errors";
import { readIncidentsPage } from "@/lib/queries/shares/incidents-page";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Incidents" };

export default async function IncidentsPage({ params }: { params: Promise<{ id: string }> }) {
  const [{ id }, { project, role }] = await Promise.all([params, pageCaller()]);
  const page = await orNotFound(readIncidentsPage(getDatabase(), project, id));
  return <IncidentsView sessionId={id} {...page} mayWrite={role !== "viewer"} />;
}
