import type { Metadata } from "next";
import { BlockView } from "@/components/block/block-view";
import { database } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { orNotFound } from "@/lib/http/page-errors";
import { sessionOnce } from "@/lib/queries/cached";
import { getBlock } from "@/lib/queries/get-block";
import { blockModel } from "@/lib/view/block/block-model";

export const metadata: Metadata = { title: "Block" };

/** How much of a text the page carries at first; the rest is fetched when asked for. */
const FIRST_CHARS = 60_000;

export default async function BlockPage({ params }: { params: Promise<{ id: string; blockId: string }> }) {
  const [{ id, blockId }, { project }] = await Promise.all([params, pageCaller()]);
  const session = await orNotFound(sessionOnce(project, id));
  const answer = await orNotFound(
    getBlock(database(), project, id, decodeURIComponent(blockId), { offset: 0, limit: FIRST_CHARS }),
  );
  return (
    <BlockView
      sessionId={id}
      model={blockModel(answer, session.firstTurn ?? 0, session.lastTurn ?? 0)}
      content={answer.content}
    />
  );
}
