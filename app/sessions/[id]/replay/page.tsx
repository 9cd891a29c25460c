import type { Metadata } from "next";
import { redirect } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import { ReplayPage } from "@/components/replay/replay-page";
import { database } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { orNotFound } from "@/lib/http/page-errors";
import { sessionOnce } from "@/lib/queries/cached";
import { getReplay } from "@/lib/queries/get-replay";
import { newestReplay } from "@/lib/queries/newest-replay";
import { listPolicies } from "@/lib/queries/list-policies";
import { comparisonsOf } from "@/lib/queries/proposed-policies";
import { currentPrices } from "@/lib/queries/current-prices";
import { loadReplayParams } from "@/lib/view/url-state";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Replay" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function SessionReplayPage({ params, searchParams }: Props) {
  const [{ id }, asked, { project }] = await Promise.all([params, searchParams, pageCaller()]);
  const { run, p, start } = await loadReplayParams(searchParams);
  const session = await orNotFound(sessionOnce(project, id));
  if (run === null && p === null && start === null) {
    const newest = await newestReplay(database(), project, id);
    if (newest !== null) redirect(`/sessions/${session.id}/replay?${withRun(asked, newest)}`);
  }
  const saved = run === null ? null : await orNotFound(getReplay(database(), project, id, run));
  return (
    <ReplayPage
      sessionId={session.id}
      policies={listPolicies()}
      comparisons={comparisonsOf(session)}
      recordedBudget={session.tokens.budget}
      prices={await currentPrices(database(), project, session.model)}
      saved={saved}
    />
  );
}

function withRun(asked: SearchParams, run: string): string {
  const stated = Object.entries(asked).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return new URLSearchParams([...stated, ["run", run]]).toString();
}
