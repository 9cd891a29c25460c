import type { ComponentProps, ReactNode } from "react";
import { useState, createContext, useContext, useRef } from "react";
import type { AnswerAt, ApiRead, ReadPath } from "@/lib/api/request/request";
import { makeAddress } from "@/lib/api/request/request";
import { buildFactsModel } from "@/lib/view/questions/facts-model";
import { buildWhyModel } from "@/lib/view/questions/why-model";
import type { SessionHeaderModel } from "@/lib/view/session-header";
import { makeSessionHeader } from "@/lib/view/session-header";
import type { ViewSnapshot } from "@/lib/view/share/view-snapshot";
import { indexFrozenAnswers, SHARED_ID } from "@/lib/view/share/view-snapshot";
import type { DrawnView, SharedViewId } from "@/lib/view/views";
import { loadLedgerParams, loadWhyParams } from "@/lib/view/url-state";
import { BlockView } from "../block/block-view";
import { ProofExcerpt } from "../text/proof-excerpt";
import { CheckpointsView } from "../checkpoints/checkpoints-view";
import { CostView } from "../cost/cost-view";
import type { AnswerReader } from "../data/reader";
import { FrozenReader } from "../data/reader";
import { FactsView } from "../facts/facts-view";
import { EvictionsView } from "../lanes/evictions-view";
import { LedgerView } from "../ledger/ledger-view";
import { Overview } from "../occupancy/overview";
import { ReadView } from "../reading/read-view";
import { PlanPage } from "../plan/plan-page";
import { ReplayPage } from "../replay/replay-page";
import { SessionHeader } from "../session-frame/session-header";
import { TurnView } from "../turn/turn-view";
import { EmptyState } from "../ui/empty-state";
import { WhyView } from "../why/why-view";
import { unstable_createAdapterProvider as createAdapterProvider } from "nuqs/adapters/custom";
import type { unstable_AdapterInterface as Adapter } from "nuqs/adapters/custom";

export function SharedViewPage({ snapshot }: { snapshot: ViewSnapshot }) {
  const [answers] = useState(() => indexFrozenAnswers(snapshot));
  const read: AnswerReader = <Path extends ReadPath>(request: ApiRead<Path>) => {
    const answer = answers.get(makeAddress(request));
    return answer === undefined
      ? Promise.reject(new Error("This is not part of what was shared."))
      : Promise.resolve(answer as AnswerAt<Path>);
  };
  const { place, given } = snapshot;
  const View = SHARED_VIEWS[place.view] as (drawn: DrawnView<SharedViewId>) => ReactNode;
  // Only this program writes these answers, so their types are known from their names.
  const input = given as DrawnView<SharedViewId>["input"];
  return (
    <FrozenReader value={{ read, frozen: true }}>
      <FrozenState search={place.search}>
        <SessionHeader header={nameHeader(snapshot, makeSessionHeader(input.session))} deletable={null} />
        <div className="border-b border-line" />
        <View sessionId={SHARED_ID} input={input} search={place.search} mayWrite={false} />
      </FrozenState>
    </FrozenReader>
  );
}

/** Where names were left out, the number in place of the session's says nothing. */
function nameHeader({ content, title }: ViewSnapshot, header: SessionHeaderModel): SessionHeaderModel {
  return content === "off" ? { ...header, title } : header;
}

const SHARED_VIEWS: { readonly [Id in SharedViewId]: (drawn: DrawnView<Id>) => ReactNode } = {
  overview: Overview,
  read: ReadView,
  turn: TurnView,
  block: BlockView,
  evictions: EvictionsView,
  ledger: ({ search, ...drawn }) => <LedgerView {...drawn} asked={loadLedgerParams(search)} />,
  plan: PlanPage,
  checkpoints: CheckpointsView,
  cost: CostView,
  replay: ({ sessionId, input: { session, replay } }) => (
    <ReplayPage
      sessionId={sessionId}
      policies={[]}
      searched={[]}
      comparisons={[]}
      recordedBudget={session.tokens.budget}
      prices={null}
      saved={replay}
      story={null}
      names={{}}
    />
  ),
  why: ({ sessionId, input, search }) => {
    const { block, value } = loadWhyParams(search);
    return (
      <div className="px-4 pt-3 pb-16">
        <ProofExcerpt sessionId={sessionId} blockId={block} value={value} />
        <WhyView model={buildWhyModel(sessionId, input.why)} />
      </div>
    );
  },
  facts: ({ sessionId, input }) => (
    <div className="px-4 pt-3 pb-16">
      <Facts model={buildFactsModel(sessionId, input.facts)} />
    </div>
  ),
};

function Facts({ model }: ComponentProps<typeof FactsView>) {
  if (model.found) return <FactsView model={model} />;
  return (
    <EmptyState title="It is nowhere in this session">
      No block holds the text that was asked for, neither letter for letter nor by its words.
    </EmptyState>
  );
}

interface State {
  readonly search: URLSearchParams;
  readonly latest: () => URLSearchParams;
  readonly update: (search: URLSearchParams) => void;
}

const StateContext = createContext<State | null>(null);

function useFrozenState(): Adapter {
  const state = useContext(StateContext);
  if (state === null) throw new Error("a shared view needs its state around it");
  return {
    searchParams: state.search,
    getSearchParamsSnapshot: state.latest,
    updateUrl: (search) => state.update(search),
  };
}

const StateAdapter = createAdapterProvider(useFrozenState);

/** The state of a shared view. It starts as shared and changes in this window only; the address never changes. */
function FrozenState({ search, children }: { search: string; children: ReactNode }) {
  const [now, setNow] = useState(() => new URLSearchParams(search));
  const latest = useRef(now);
  const update = (next: URLSearchParams) => {
    latest.current = new URLSearchParams(next);
    setNow(latest.current);
  };
  return (
    <StateContext value={{ search: now, latest: () => latest.current, update }}>
      <StateAdapter>{children}</StateAdapter>
    </StateContext>
  );
}
