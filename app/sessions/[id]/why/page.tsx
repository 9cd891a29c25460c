import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import { ProofExcerpt } from "@/components/text/proof-excerpt";
import { NoSuchTurn } from "@/components/ui/no-such-turn";
import { NoTurns } from "@/components/lanes/no-turns";
import { WhyForm } from "@/components/why/why-form";
import { WhySuggestions } from "@/components/why/why-suggestions";
import { WhyView } from "@/components/why/why-view";
import { getWhy as route } from "@/lib/api/endpoints/why";
import { database } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { orNotFound } from "@/lib/http/page-errors";
import { sessionOnce } from "@/lib/queries/cached";
import { getWhy } from "@/lib/queries/get-why";
import type { WhyResult } from "@/lib/queries/get-why";
import { missedValue } from "@/lib/queries/missed-value";
import { lastNeededTurn, whySuggestions } from "@/lib/queries/why-suggestions";
import { whyHref } from "@/lib/view/questions/links";
import { isWithin } from "@/lib/view/requested-turns";
import { whySuggestionGroups } from "@/lib/view/questions/why-suggestions";
import { whyModel } from "@/lib/view/questions/why-model";
import { loadWhyParams } from "@/lib/view/url-state";

export const metadata: Metadata = { title: "Why?" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function WhyPage({ params, searchParams }: Props) {
  const [{ id }, { project }, asked] = await Promise.all([params, pageCaller(), loadWhyParams(searchParams)]);
  const session = await orNotFound(sessionOnce(project, id));
  const { firstTurn, lastTurn } = session;
  if (firstTurn === null || lastTurn === null) return <NoTurns sessionId={session.id} />;
  const block = asked.block === "" ? null : asked.block;
  const text = block !== null || asked.q?.trim() === "" ? null : asked.q;
  const whole = { from: firstTurn, to: lastTurn };
  if (asked.turn !== null && !isWithin(asked.turn, whole)) {
    const about = block === null ? { q: text ?? "" } : { block };
    return <NoSuchTurn asked={asked.turn} whole={whole} lastHref={whyHref(session.id, lastTurn, about)} />;
  }
  const question = { turn: asked.turn, block, q: text };
  const query = route.query.safeParse(
    Object.fromEntries(Object.entries(question).filter(([, value]) => value !== null)),
  );
  if (!query.success) notFound();
  const isAsked = block !== null || text !== null;
  const answer = isAsked ? await orNotFound(answerOf(project, id, query.data)) : null;
  const suggested = isAsked ? [] : await orNotFound(whySuggestions(database(), project, id));
  const missed =
    answer === null || block === null
      ? null
      : (asked.value ?? (await missedValue(database(), project, id, { block, turn: answer.turn })));
  const turn = answer?.turn ?? asked.turn ?? lastTurn;
  return (
    <div className="px-4 pt-3 pb-16">
      <WhyForm
        sessionId={session.id}
        turn={turn}
        block={block}
        text={text}
        firstTurn={firstTurn}
        lastTurn={lastTurn}
      />
      {answer === null ? (
        <WhySuggestions
          intro="Type a text above, select one in any text of this session, or use “why?” beside any block."
          groups={whySuggestionGroups(session.id, suggested)}
        />
      ) : (
        <>
          <WhyView model={whyModel(session.id, answer, missed)} />
          <ProofExcerpt sessionId={session.id} blockId={block} value={missed} />
        </>
      )}
    </div>
  );
}

/** Without a turn in the address, answers for the last turn that needed the block. */
async function answerOf(
  project: string,
  id: string,
  query: Parameters<typeof getWhy>[3],
): Promise<WhyResult> {
  const db = database();
  const asked = (turn: number | undefined) => getWhy(db, project, id, { ...query, turn });
  if (query.turn !== undefined) return asked(query.turn);
  const answer = query.block === undefined ? await asked(undefined) : null;
  const block = query.block ?? answer?.subject?.sourceId;
  const turn = block === undefined ? null : await lastNeededTurn(db, project, id, block);
  if (answer !== null && (turn === null || turn === answer.turn)) return answer;
  return asked(turn ?? undefined);
}
