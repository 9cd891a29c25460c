import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import { EmptyState } from "@/components/ui/empty-state";
import { NoTurns } from "@/components/ui/no-turns";
import { WhyForm } from "@/components/why/why-form";
import { WhyView } from "@/components/why/why-view";
import { getWhy as route } from "@/lib/api/endpoints/questions";
import { database } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { orNotFound } from "@/lib/http/page-errors";
import { sessionOnce } from "@/lib/queries/cached";
import { getWhy } from "@/lib/queries/get-why";
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
  if (firstTurn === null || lastTurn === null) return <NoTurns />;
  const block = asked.block === "" ? null : asked.block;
  const text = block !== null || asked.q?.trim() === "" ? null : asked.q;
  const given = { turn: asked.turn, block, q: text };
  const query = route.query.safeParse(
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)),
  );
  if (!query.success) notFound();
  const isAsked = block !== null || text !== null;
  const answer = isAsked ? await orNotFound(getWhy(database(), project, id, query.data)) : null;
  const turn = answer?.turn ?? Math.min(lastTurn, Math.max(firstTurn, asked.turn ?? lastTurn));
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
        <EmptyState title="Ask about a block or a text">
          Type a text above, select one in any text of this session, or use “why?” beside any block. The
          answer names what kept it from the model, with the proof.
        </EmptyState>
      ) : (
        <WhyView model={whyModel(session.id, answer)} />
      )}
    </div>
  );
}
