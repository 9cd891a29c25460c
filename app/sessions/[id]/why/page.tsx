import type { Metadata } from "next";
import { ProofExcerpt } from "@/components/text/proof-excerpt";
import { NoSuchTurn } from "@/components/ui/no-such-turn";
import { NoTurns } from "@/components/lanes/no-turns";
import { WhyForm } from "@/components/why/why-form";
import { WhySuggestions } from "@/components/why/why-suggestions";
import { WhyView } from "@/components/why/why-view";
import { getDatabase } from "@/lib/db/client";
import { orNotFound } from "@/lib/http/page-errors";
import { findMissedValue } from "@/lib/queries/findings/missed-value";
import { findLastNeededTurn, suggestWhys } from "@/lib/queries/questions/why-suggestions";
import { makeWhyHref } from "@/lib/view/questions/links";
import { hasTurn } from "@/lib/view/requested-turns";
import { listWhySuggestionGroups } from "@/lib/view/questions/why-suggestions";
import { buildWhyModel } from "@/lib/view/questions/why-model";
import { loadWhyParams } from "@/lib/view/url-state";
import { askWhy } from "@/lib/view/views/why";
import type { ViewPageProps } from "../view-page";
import { openSession } from "../view-page";

export const metadata: Metadata = { title: "Why?" };

export default async function WhyPage(props: ViewPageProps) {
  const { session, sessionId, project, search, read } = await openSession(props);
  const asked = loadWhyParams(search);
  const { firstTurn, lastTurn } = session;
  if (firstTurn === null || lastTurn === null)
    return <NoTurns sessionId={session.id} pending={session.pending} />;
  const block = asked.block === "" ? null : asked.block;
  const text = block !== null || asked.q?.trim() === "" ? null : asked.q;
  const whole = { from: firstTurn, to: lastTurn };
  if (asked.turn !== null && !hasTurn(asked.turn, whole)) {
    const about = block === null ? { q: text ?? "" } : { block };
    return <NoSuchTurn asked={asked.turn} whole={whole} lastHref={makeWhyHref(sessionId, lastTurn, about)} />;
  }
  const isAsked = block !== null || text !== null;
  const reader = (turn: number | null) => read(askWhy(sessionId, { turn, block, q: text }));
  const needed = (of: string) => findLastNeededTurn(getDatabase(), project, sessionId, of);
  const answer = isAsked ? await answerAt(reader, asked.turn, block, needed) : null;
  const suggested = isAsked ? [] : await orNotFound(suggestWhys(getDatabase(), project, sessionId));
  const missed =
    answer === null || block === null
      ? null
      : (asked.value ??
        (await findMissedValue(getDatabase(), project, sessionId, { block, turn: answer.turn })));
  const turn = answer?.turn ?? asked.turn ?? lastTurn;
  return (
    <div className="px-4 pt-3 pb-16">
      <WhyForm
        sessionId={sessionId}
        turn={turn}
        block={block}
        text={text}
        firstTurn={firstTurn}
        lastTurn={lastTurn}
      />
      {answer === null ? (
        <WhySuggestions
          intro="Type a text above, select one in any text of this session, or use “why?” beside any block."
          groups={listWhySuggestionGroups(sessionId, suggested)}
        />
      ) : (
        <>
          <WhyView model={buildWhyModel(sessionId, answer, missed)} />
          <ProofExcerpt sessionId={sessionId} blockId={block} value={missed} />
        </>
      )}
    </div>
  );
}

/** Without a turn in the address, answers for the last turn that needed the block. */
async function answerAt<Answer extends { turn: number; subject: { sourceId: string | null } | null }>(
  read: (turn: number | null) => Promise<Answer>,
  turn: number | null,
  block: string | null,
  neededTurn: (block: string) => Promise<number | null>,
): Promise<Answer> {
  if (turn !== null) return read(turn);
  const answer = block === null ? await read(null) : null;
  const subject = block ?? answer?.subject?.sourceId ?? null;
  const needed = subject === null ? null : await neededTurn(subject);
  return answer !== null && (needed === null || needed === answer.turn) ? answer : read(needed);
}
