import type { Metadata } from "next";
import { EvictionsView } from "@/components/lanes/evictions-view";
import { database } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { orNotFound } from "@/lib/http/page-errors";
import { sessionOnce } from "@/lib/queries/cached";
import { listCompactions } from "@/lib/queries/list-compactions";
import { compactionRows } from "@/lib/view/lanes/compactions";

export const metadata: Metadata = { title: "Evictions" };

export default async function EvictionsPage({ params }: { params: Promise<{ id: string }> }) {
  const [{ id }, { project }] = await Promise.all([params, pageCaller()]);
  const session = await orNotFound(sessionOnce(project, id));
  const compactions = await orNotFound(listCompactions(database(), project, id));
  return (
    <EvictionsView
      sessionId={session.id}
      turns={session.counts.turns}
      version={session.updatedAt}
      compactions={compactionRows(compactions, session.lastTurn)}
    />
  );
}
