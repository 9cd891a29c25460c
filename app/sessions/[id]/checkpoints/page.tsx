import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { CheckpointsView } from "@/components/checkpoints/checkpoints-view";
import { database } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { orNotFound } from "@/lib/http/page-errors";
import { sessionOnce } from "@/lib/queries/cached";
import { listCheckpoints } from "@/lib/queries/list-checkpoints";
import { checkpointsModel } from "@/lib/view/checkpoints/checkpoints-model";
import { loadCheckpointsParams } from "@/lib/view/url-state";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Checkpoints" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function SessionCheckpointsPage({ params, searchParams }: Props) {
  const [{ id }, { turn, value }, { project }] = await Promise.all([
    params,
    loadCheckpointsParams(searchParams),
    pageCaller(),
  ]);
  const session = await orNotFound(sessionOnce(project, id));
  const facts = await orNotFound(listCheckpoints(database(), project, id));
  return (
    <CheckpointsView model={checkpointsModel(facts, `/sessions/${session.id}`)} turn={turn} value={value} />
  );
}
