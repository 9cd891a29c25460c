import type { Metadata } from "next";
import { PlanPage } from "@/components/plan/plan-page";
import { database } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { orNotFound } from "@/lib/http/page-errors";
import { sessionOnce } from "@/lib/queries/cached";
import { getPlan } from "@/lib/queries/get-plan";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Plan" };

/** Edges in the first answer. Those with missing evidence come first. */
const EDGES = 1_000;

export default async function SessionPlanPage({ params }: { params: Promise<{ id: string }> }) {
  const [{ id }, { project }] = await Promise.all([params, pageCaller()]);
  const session = await orNotFound(sessionOnce(project, id));
  const plan = await orNotFound(getPlan(database(), project, id, { limit: EDGES, offset: 0 }));
  return <PlanPage sessionId={session.id} facts={plan} />;
}
