import type { Metadata } from "next";
import { FactsForm } from "@/components/facts/facts-form";
import { FactsView } from "@/components/facts/facts-view";
import { EmptyState } from "@/components/ui/empty-state";
import { NoTurns } from "@/components/lanes/no-turns";
import { WhySuggestions } from "@/components/why/why-suggestions";
import { getDatabase } from "@/lib/db/client";
import { orNotFound } from "@/lib/http/page-errors";
import { suggestFacts } from "@/lib/queries/questions/fact-suggestions";
import { listFactSuggestionGroups } from "@/lib/view/questions/fact-suggestions";
import { buildFactsModel } from "@/lib/view/questions/facts-model";
import { loadFactsParams } from "@/lib/view/url-state";
import { askFacts } from "@/lib/view/views/facts";
import type { ViewPageProps } from "../view-page";
import { openSession } from "../view-page";

export const metadata: Metadata = { title: "Facts" };

export default async function FactsPage(props: ViewPageProps) {
  const { session, sessionId, project, search, read } = await openSession(props);
  if (session.lastTurn === null) return <NoTurns sessionId={sessionId} pending={session.pending} />;
  const text = loadFactsParams(search).q.trim();
  const line = text === "" ? null : await read(askFacts(sessionId, text));
  const suggested = line === null ? await orNotFound(suggestFacts(getDatabase(), project, sessionId)) : [];
  const model = line === null ? null : buildFactsModel(sessionId, line);
  return (
    <div className="px-4 pt-3 pb-16">
      <FactsForm sessionId={sessionId} text={text} />
      {model === null && (
        <WhySuggestions
          intro="Type a text above, or select one in any text of this session. You see where it came in, when it left, what still says it, and who needed it."
          groups={listFactSuggestionGroups(sessionId, suggested, session.lastTurn + 1)}
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
