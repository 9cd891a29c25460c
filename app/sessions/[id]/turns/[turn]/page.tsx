import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { notFound } from "next/navigation";
import { TurnView } from "@/components/turn/turn-view";
import { NoSuchTurn } from "@/components/ui/no-such-turn";
import { NoTurns } from "@/components/lanes/no-turns";
import { database } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { orNotFound, titleOr } from "@/lib/http/page-errors";
import { sessionOnce } from "@/lib/queries/cached";
import { askWindow } from "@/lib/queries/get-window";
import { turnHref } from "@/lib/view/questions/links";
import { isWithin } from "@/lib/view/requested-turns";
import { loadTurnParams } from "@/lib/view/url-state";
import { hasNew, turnModel } from "@/lib/view/turn/turn-model";
import { lastPageOffset, TURN_PAGE_ENTRIES } from "@/lib/view/turn/window-pages";

interface Props {
  params: Promise<{ id: string; turn: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ id, turn }, { project }] = await Promise.all([params, pageCaller()]);
  const title = sessionOnce(project, id).then(({ firstTurn: from, lastTurn: to }) => {
    if (!/^\d{1,8}$/.test(turn) || from === null || to === null) return "No such turn";
    return isWithin(Number(turn), { from, to }) ? `Turn ${Number(turn)}` : "No such turn";
  });
  return titleOr("No such turn", title);
}

export default async function TurnPage({ params, searchParams }: Props) {
  const [{ id, turn }, { offset, sel, value }, { project }] = await Promise.all([
    params,
    loadTurnParams(searchParams),
    pageCaller(),
  ]);
  if (!/^\d{1,8}$/.test(turn)) notFound();
  const { firstTurn, lastTurn } = await orNotFound(sessionOnce(project, id));
  if (firstTurn === null || lastTurn === null) return <NoTurns sessionId={id} />;
  const [asked, whole] = [Number(turn), { from: firstTurn, to: lastTurn }];
  if (!isWithin(asked, whole))
    return <NoSuchTurn asked={asked} whole={whole} lastHref={turnHref(id, lastTurn)} />;
  const read = (from: number) =>
    orNotFound(
      askWindow(database(), project, id, {
        of: asked,
        content: "0",
        order: "window",
        offset: from,
        limit: TURN_PAGE_ENTRIES,
      }),
    );
  const first = await read(Math.max(0, offset ?? 0));
  const end = lastPageOffset(first.total);
  const isElsewhere = offset === null && end > 0 && first.counts.entered > 0 && !hasNew(first);
  const window = isElsewhere ? await read(end) : first;
  return <TurnView sessionId={id} model={turnModel(window)} asked={{ block: sel, value }} />;
}
