import type { Metadata } from "next";
import { BlockView } from "@/components/block/block-view";
import { database } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { orNotFound } from "@/lib/http/page-errors";
import { sessionOnce } from "@/lib/queries/cached";
import { askBlock } from "@/lib/queries/get-block";
import { blockModel } from "@/lib/view/block/block-model";

export const metadata: Metadata = { title: "Block" };

const FIRST_CHARS = 60_000;

const MARKED_CHARS = 1_000_000;

interface Props {
  params: Promise<{ id: string; blockId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function BlockPage({ params, searchParams }: Props) {
  const [{ id, blockId }, { value }, { project }] = await Promise.all([params, searchParams, pageCaller()]);
  const marked = typeof value === "string" && value !== "" ? value : null;
  const session = await orNotFound(sessionOnce(project, id));
  const read = (limit: number) =>
    orNotFound(askBlock(database(), project, id, { block: decodeURIComponent(blockId), offset: 0, limit }));
  const first = await read(FIRST_CHARS);
  const isFurther = marked !== null && first.content.text?.includes(marked) === false;
  const answer = isFurther ? await read(MARKED_CHARS) : first;
  return (
    <BlockView
      sessionId={id}
      model={blockModel(answer, session.firstTurn ?? 0, session.lastTurn ?? 0)}
      content={answer.content}
      value={marked}
    />
  );
}
