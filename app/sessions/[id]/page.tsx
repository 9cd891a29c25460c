import type { Metadata } from "next";
import { titleWords } from "@/lib/view/format/trace-text";
import { Overview } from "@/components/occupancy/overview";
import { database } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { orNotFound, titleOr } from "@/lib/http/page-errors";
import { sessionOnce } from "@/lib/queries/cached";
import { getJudged } from "@/lib/queries/get-judged";
import { listFindings } from "@/lib/queries/list-findings";
import { listTurns } from "@/lib/queries/list-turns";

/** Next does not apply a layout's title template to the page beside the layout. */
export async function generateMetadata({ params }: { params: Promise<{ id: string }> }): Promise<Metadata> {
  const [{ id }, { project }] = await Promise.all([params, pageCaller()]);
  const title = sessionOnce(project, id).then(({ name, externalId }) => ({
    absolute: `Overview · ${titleWords(name ?? externalId)} · Sightglass`,
  }));
  return titleOr({ absolute: "No such session · Sightglass" }, title);
}

export const dynamic = "force-dynamic";

/** Chart points in the first answer: about one per two pixels of a wide screen. */
const POINTS = 600;
const FINDINGS = { limit: 1_000, offset: 0 };

export default async function OverviewPage({ params }: { params: Promise<{ id: string }> }) {
  const [{ id }, { project, role }] = await Promise.all([params, pageCaller()]);
  const session = await orNotFound(sessionOnce(project, id));
  const [series, findings, judged] = await orNotFound(
    Promise.all([
      listTurns(database(), project, id, { maxPoints: POINTS }),
      listFindings(database(), project, id, FINDINGS),
      getJudged(database(), project, id),
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
      judged={judged}
      compactions={session.counts.compactions}
      mayWrite={role !== "viewer"}
    />
  );
}
