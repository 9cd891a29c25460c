import type { Metadata } from "next";
import { CheckpointsView } from "@/components/checkpoints/checkpoints-view";
import { database } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { orNotFound } from "@/lib/http/page-errors";
import { sessionOnce } from "@/lib/queries/cached";
import { listCheckpoints } from "@/lib/queries/list-checkpoints";
import { checkpointsModel } from "@/lib/view/checkpoints/checkpoints-model";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Checkpoints" };

export default async function SessionCheckpointsPage({ params }: { params: Promise<{ id: string }> }) {
  const [{ id }, { project }] = await Promise.all([params, pageCaller()]);
  const session = await orNotFound(sessionOnce(project, id));
  const facts = await orNotFound(listCheckpoints(database(), project, id));
  return <CheckpointsView model={checkpointsModel(facts, `/sessions/${session.id}`)} />;
}
