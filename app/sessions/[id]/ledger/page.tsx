import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import { LEDGER_PAGE_ROWS } from "@/lib/view/views/reads";
import { LedgerView } from "@/components/ledger/ledger-view";
import { RequestNotes } from "@/components/ui/request-notes";
import { NoSuchTurn } from "@/components/ui/no-such-turn";
import { NoTurns } from "@/components/lanes/no-turns";
import { getLedger as route } from "@/lib/api/endpoints/ledger";
import { database } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { orNotFound } from "@/lib/http/page-errors";
import { sessionOnce } from "@/lib/queries/cached";
import { getLedgerPage } from "@/lib/queries/get-ledger";
import { ledgerHref } from "@/lib/view/questions/links";
import { isWithin, requestedTurn } from "@/lib/view/requested-turns";
import { loadLedgerParams } from "@/lib/view/url-state";

export const metadata: Metadata = { title: "Ledger" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function LedgerPage({ params, searchParams }: Props) {
  const [{ id }, { project }, asked] = await Promise.all([
    params,
    pageCaller(),
    loadLedgerParams(searchParams),
  ]);
  const session = await orNotFound(sessionOnce(project, id));
  if (session.lastTurn === null) return <NoTurns sessionId={session.id} />;
  const whole = { from: session.firstTurn ?? 0, to: session.lastTurn };
  if (asked.turn !== null && !isWithin(asked.turn, whole))
    return <NoSuchTurn asked={asked.turn} whole={whole} lastHref={ledgerHref(session.id, whole.to)} />;
  const turns = { turn: requestedTurn(asked.turn, whole), against: requestedTurn(asked.against, whole) };
  const shown = { ...asked, turn: turns.turn.turn, against: turns.against.turn };
  const stated = Object.entries({ ...shown, limit: LEDGER_PAGE_ROWS }).filter(
    ([, value]) => value !== null && value !== "",
  );
  const query = route.query.safeParse(Object.fromEntries(stated));
  if (!query.success) notFound();
  const { first, changes } = await orNotFound(getLedgerPage(database(), project, id, query.data));
  const notes = [turns.turn.note, turns.against.note];
  return (
    <>
      <p className="px-4 text-xs">
        <RequestNotes notes={notes} />
      </p>
      <LedgerView sessionId={session.id} first={first} changes={changes} asked={shown} />
    </>
  );
}
