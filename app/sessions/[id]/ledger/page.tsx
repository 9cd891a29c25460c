import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { LedgerView } from "@/components/ledger/ledger-view";
import { RequestNotes } from "@/components/ui/request-notes";
import { NoSuchTurn } from "@/components/ui/no-such-turn";
import { NoTurns } from "@/components/lanes/no-turns";
import { getLedger as route } from "@/lib/api/endpoints/ledger";
import { getDatabase } from "@/lib/db/client";
import { orNotFound } from "@/lib/http/page-errors";
import { getLedgerPage } from "@/lib/queries/turn/get-ledger";
import { findLargestChange } from "@/lib/queries/turn/largest-change";
import { makeLedgerHref } from "@/lib/view/questions/links";
import { hasTurn, readRequestedTurn } from "@/lib/view/requested-turns";
import { loadLedgerParams } from "@/lib/view/url-state";
import { askLedger } from "@/lib/view/views/ledger";
import type { ViewPageProps } from "../view-page";
import { openSession } from "../view-page";

export const metadata: Metadata = { title: "Ledger" };

export default async function LedgerPage(props: ViewPageProps) {
  const { session, sessionId, project, search } = await openSession(props);
  const asked = loadLedgerParams(search);
  if (session.lastTurn === null) return <NoTurns sessionId={sessionId} pending={session.pending} />;
  const whole = { from: session.firstTurn ?? 0, to: session.lastTurn };
  if (asked.turn !== null && !hasTurn(asked.turn, whole))
    return <NoSuchTurn asked={asked.turn} whole={whole} lastHref={makeLedgerHref(sessionId, whole.to)} />;
  if (asked.turn === null && asked.against === null && !search.has("follow")) {
    const turn = await findLargestChange(getDatabase(), project, sessionId);
    if (turn !== null) redirect(`/sessions/${sessionId}/ledger?${withTurn(search, turn)}`);
  }
  const turns = {
    turn: readRequestedTurn(asked.turn, whole),
    against: readRequestedTurn(asked.against, whole),
  };
  const shown = { ...asked, turn: turns.turn.turn, against: turns.against.turn };
  const query = route.query.safeParse(askLedger(sessionId, shown).query);
  if (!query.success) notFound();
  const { first, changes } = await orNotFound(getLedgerPage(getDatabase(), project, sessionId, query.data));
  const notes = [turns.turn.note, turns.against.note];
  return (
    <>
      <p className="px-4 text-xs">
        <RequestNotes notes={notes} />
      </p>
      <LedgerView sessionId={sessionId} input={{ ledger: first }} changes={changes} asked={shown} />
    </>
  );
}

function withTurn(search: URLSearchParams, turn: number): string {
  return new URLSearchParams([...search, ["turn", String(turn)]]).toString();
}
