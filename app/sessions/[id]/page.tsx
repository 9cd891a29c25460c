import { Overview } from "@/components/occupancy/overview";
import { database } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { orNotFound } from "@/lib/http/page-errors";
import { sessionOnce } from "@/lib/queries/cached";
import { listTurns } from "@/lib/queries/list-turns";

export const dynamic = "force-dynamic";

/** Points that the chart is given at first: about two pixels each on a wide screen. */
const POINTS = 600;

export default async function OverviewPage({ params }: { params: Promise<{ id: string }> }) {
  const [{ id }, { project }] = await Promise.all([params, pageCaller()]);
  const session = await orNotFound(sessionOnce(project, id));
  const series = await orNotFound(listTurns(database(), project, id, { maxPoints: POINTS }));
  return (
    <Overview
      sessionId={session.id}
      points={series.turns}
      totalTurns={series.total}
      contextWindow={session.tokens.contextWindow}
      budget={session.tokens.budget}
      peakTurn={session.tokens.peakTurn}
      compactions={session.counts.compactions}
    />
  );
}
