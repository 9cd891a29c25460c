import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import { FactsForm } from "@/components/facts/facts-form";
import { FactsView } from "@/components/facts/facts-view";
import { EmptyState } from "@/components/ui/empty-state";
import { NoTurns } from "@/components/lanes/no-turns";
import { WhySuggestions } from "@/components/why/why-suggestions";
import { getFacts as route } from "@/lib/api/endpoints/facts";
import { database } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { orNotFound } from "@/lib/http/page-errors";
import { sessionOnce } from "@/lib/queries/cached";
import { factSuggestions } from "@/lib/queries/fact-suggestions";
import { getFacts } from "@/lib/queries/get-facts";
import { factSuggestionGroups } from "@/lib/view/questions/fact-suggestions";
import { factsModel } from "@/lib/view/questions/facts-model";
import { loadFactsParams } from "@/lib/view/url-state";

export const metadata: Metadata = { title: "Facts" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function FactsPage({ params, searchParams }: Props) {
  const [{ id }, { project }, { q }] = await Promise.all([
    params,
    pageCaller(),
    loadFactsParams(searchParams),
  ]);
  const session = await orNotFound(sessionOnce(project, id));
  if (session.lastTurn === null) return <NoTurns sessionId={session.id} />;
  const text = q.trim();
  const query = route.query.safeParse({ q: text });
  if (text !== "" && !query.success) notFound();
  const line = query.success ? await orNotFound(getFacts(database(), project, id, query.data)) : null;
  const suggested = line === null ? await orNotFound(factSuggestions(database(), project, id)) : [];
  const model = line === null ? null : factsModel(session.id, line);
  return (
    <div className="px-4 pt-3 pb-16">
      <FactsForm sessionId={session.id} text={text} />
      {model === null && (
        <WhySuggestions
          intro="Type a text above, or select one in any text of this session. You see where it came in, when it left, what still says it, and who needed it."
          groups={factSuggestionGroups(session.id, suggested)}
        />
      )}
      {model !== null && !model.found && (
        <EmptyState title="It is nowhere in this session">
          No block holds this text, neither letter for letter nor by its words. A text that the source did not
          send cannot be found.
        </EmptyState>
      )}
      {model?.found === true && <FactsView model={model} />}
    </div>
  );
}
