import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ReplayPage } from "@/components/replay/replay-page";
import { getDatabase } from "@/lib/db/client";
import { readBlockNames } from "@/lib/queries/replays/block-names";
import { findNewestReplay } from "@/lib/queries/replays/newest-replay";
import { listPolicies } from "@/lib/queries/replays/list-policies";
import { comparisonsOf, listSearchedPolicies } from "@/lib/queries/replays/proposed-policies";
import { readCurrentPrices } from "@/lib/queries/session/current-prices";
import { loadReplayParams } from "@/lib/view/url-state";
import { replayRead } from "@/lib/view/views/replay";
import type { ViewPageProps } from "../view-page";
import { openSession } from "../view-page";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Replay" };

export default async function SessionReplayPage(props: ViewPageProps) {
  const { session, sessionId, project, search, read } = await openSession(props);
  const { run, p, start } = loadReplayParams(search);
  if (run === null && p === null && start === null) {
    const newest = await findNewestReplay(getDatabase(), project, sessionId);
    if (newest !== null) redirect(`/sessions/${sessionId}/replay?${withRun(search, newest)}`);
  }
  const story = session.story ?? null;
  const missed = (story?.missed ?? []).map(({ blockId }) => blockId);
  return (
    <ReplayPage
      sessionId={sessionId}
      policies={listPolicies()}
      comparisons={comparisonsOf(session)}
      searched={listSearchedPolicies(session)}
      recordedBudget={session.tokens.budget}
      prices={await readCurrentPrices(getDatabase(), project, session.model)}
      story={story}
      names={await readBlockNames(getDatabase(), project, sessionId, missed)}
      saved={run === null ? null : await read(replayRead(sessionId, run))}
    />
  );
}

function withRun(search: URLSearchParams, run: string): string {
  return new URLSearchParams([...search, ["run", run]]).toString();
}
