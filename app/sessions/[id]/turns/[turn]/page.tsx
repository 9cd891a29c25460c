import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { TurnView } from "@/components/turn/turn-view";
import { NoSuchTurn } from "@/components/ui/no-such-turn";
import { NoTurns } from "@/components/lanes/no-turns";
import { pageCaller } from "@/lib/http/page-caller";
import { titleOr } from "@/lib/http/page-errors";
import { sessionOnce } from "@/lib/queries/cached";
import { turnHref } from "@/lib/view/questions/links";
import { hasTurn } from "@/lib/view/requested-turns";
import { loadTurnParams } from "@/lib/view/url-state";
import { hasNew } from "@/lib/view/turn/turn-model";
import { computeLastPageOffset } from "@/lib/view/turn/window-pages";
import { askForWindow } from "@/lib/view/views/turn";
import type { ViewPageProps } from "../../view-page";
import { openSession } from "../../view-page";

interface Props extends ViewPageProps {
  readonly params: Promise<{ readonly id: string; readonly turn: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ id, turn }, { project }] = await Promise.all([params, pageCaller()]);
  const title = sessionOnce(project, id).then(({ firstTurn: from, lastTurn: to }) => {
    if (!/^\d{1,8}$/.test(turn) || from === null || to === null) return "No such turn";
    return hasTurn(Number(turn), { from, to }) ? `Turn ${Number(turn)}` : "No such turn";
  });
  return titleOr("No such turn", title);
}

export default async function TurnPage(props: Props) {
  const [{ session, sessionId, search, mayWrite, read }, { turn }] = await Promise.all([
    openSession(props),
    props.params,
  ]);
  const { offset } = loadTurnParams(search);
  if (!/^\d{1,8}$/.test(turn)) notFound();
  const { firstTurn, lastTurn } = session;
  if (firstTurn === null || lastTurn === null)
    return <NoTurns sessionId={sessionId} pending={session.pending} />;
  const [asked, whole] = [Number(turn), { from: firstTurn, to: lastTurn }];
  if (!hasTurn(asked, whole))
    return <NoSuchTurn asked={asked} whole={whole} lastHref={turnHref(sessionId, lastTurn)} />;
  const first = await read(askForWindow(sessionId, asked, Math.max(0, offset ?? 0)));
  const end = computeLastPageOffset(first.total);
  const isElsewhere = offset === null && end > 0 && first.counts.entered > 0 && !hasNew(first);
  const window = isElsewhere ? await read(askForWindow(sessionId, asked, end)) : first;
  return (
    <TurnView
      sessionId={sessionId}
      input={{ session, window }}
      search={search.toString()}
      mayWrite={mayWrite}
    />
  );
}
