import type { Metadata } from "next";
import { Overview } from "@/components/occupancy/overview";
import { database } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { orNotFound } from "@/lib/http/page-errors";
import { sessionOnce } from "@/lib/queries/cached";
import { listFindings } from "@/lib/queries/list-findings";
import { listTurns } from "@/lib/queries/list-turns";

export const metadata: Metadata = { title: "Overview" };
export const dynamic = "force-dynamic";

/** Points that the chart is given at first: about two pixels each on a wide screen. */
const POINTS = 600;
/** Findings that the page is given. */
const FINDINGS = { limit: 1_000, offset: 0 };

export default async function OverviewPage({ params }: { params: Promise<{ id: string }> }) {
  const [{ id }, { project, role }] = await Promise.all([params, pageCaller()]);
  const session = await orNotFound(sessionOnce(project, id));
  const [series, findings] = await orNotFound(
    Promise.all([
      listTurns(database(), project, id, { maxPoints: POINTS }),
      listFindings(database(), project, id, FINDINGS),
    ]),
  );
  return (
    <Overview
      sessionId={session.id}
      points={series.turns}
      totalTurns={series.total}
      contextWindow={session.tokens.contextWindow}
      contextWindowProvenance={session.tokens.contextWindowProvenance}
      budget={session.tokens.budget}
      peakTurn={session.tokens.peakTurn}
      findings={findings}
      compactions={session.counts.compactions}
      mayWrite={role !== "viewer"}
    />
  );
}
