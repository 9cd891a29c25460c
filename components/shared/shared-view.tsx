import type { ComponentProps, ReactNode } from "react";
import { useState } from "react";
import type { AnswerAt, ApiRead, ReadPath } from "@/lib/api/request/request";
import { addressOf } from "@/lib/api/request/request";
import { blockModel } from "@/lib/view/block/block-model";
import { checkpointsModel } from "@/lib/view/checkpoints/checkpoints-model";
import { compactionRows } from "@/lib/view/lanes/compactions";
import { factsModel } from "@/lib/view/questions/facts-model";
import { whyModel } from "@/lib/view/questions/why-model";
import { tablePrices } from "@/lib/view/replay/prices";
import type { SessionDetail } from "@/lib/view/session-header";
import { sessionHeader } from "@/lib/view/session-header";
import type { ViewSnapshot } from "@/lib/view/share/view-snapshot";
import { frozenAnswers, SHARED_ID } from "@/lib/view/share/view-snapshot";
import { turnModel } from "@/lib/view/turn/turn-model";
import type { SharedViewId } from "@/lib/view/views";
import {
  loadBlockParams,
  loadCheckpointsParams,
  loadLedgerParams,
  loadTurnParams,
  loadWhyParams,
} from "@/lib/view/url-state";
import { BlockView } from "../block/block-view";
import { ProofExcerpt } from "../text/proof-excerpt";
import { CheckpointsView } from "../checkpoints/checkpoints-view";
import type { AnswerReader } from "../data/reader";
import { FrozenReader } from "../data/reader";
import { FactsView } from "../facts/facts-view";
import { EvictionsView } from "../lanes/evictions-view";
import { LedgerView } from "../ledger/ledger-view";
import { Overview } from "../occupancy/overview";
import { PlanPage } from "../plan/plan-page";
import { ReplayPage } from "../replay/replay-page";
import { SessionHeader } from "../session/session-header";
import { TurnView } from "../turn/turn-view";
import { EmptyState } from "../ui/empty-state";
import { WhyView } from "../why/why-view";
import { FrozenState } from "./frozen-state";

export function SharedViewPage({ snapshot }: { snapshot: ViewSnapshot }) {
  const [answers] = useState(() => frozenAnswers(snapshot));
  const read: AnswerReader = <Path extends ReadPath>(request: ApiRead<Path>) => {
    const answer = answers.get(addressOf(request));
    return answer === undefined
      ? Promise.reject(new Error("This is not part of what was shared."))
      : Promise.resolve(answer as AnswerAt<Path>);
  };
  const input = inputOf(snapshot);
  const View = FROZEN_VIEWS[snapshot.place.view];
  return (
    <FrozenReader value={{ read, frozen: true }}>
      <FrozenState search={snapshot.place.search}>
        <SessionHeader header={sessionHeader(input.session)} deletable={null} />
        <div className="border-b border-line" />
        <View input={input} search={new URLSearchParams(snapshot.place.search)} />
      </FrozenState>
    </FrozenReader>
  );
}

interface PageInput {
  readonly session: SessionDetail & {
    readonly firstTurn: number | null;
    readonly lastTurn: number | null;
    readonly updatedAt: string;
  };
  readonly turns: { readonly turns: ComponentProps<typeof Overview>["points"]; readonly total: number };
  readonly findings: ComponentProps<typeof Overview>["findings"];
  readonly judged?: ComponentProps<typeof Overview>["judged"];
  readonly window: Parameters<typeof turnModel>[0];
  readonly block: Parameters<typeof blockModel>[0] & Pick<ComponentProps<typeof BlockView>, "content">;
  readonly compactions: { readonly compactions: Parameters<typeof compactionRows>[0] };
  readonly ledger: ComponentProps<typeof LedgerView>["first"];
  readonly plan: ComponentProps<typeof PlanPage>["facts"];
  readonly checkpoints: Parameters<typeof checkpointsModel>[0];
  readonly replay: NonNullable<ComponentProps<typeof ReplayPage>["saved"]>;
  readonly why: Parameters<typeof whyModel>[1];
  readonly facts: Parameters<typeof factsModel>[1];
}

/** Only this program writes these answers, so their types are known from their names. */
function inputOf({ given: input }: ViewSnapshot): PageInput {
  return input as unknown as PageInput;
}

const FROZEN_VIEWS: Readonly<
  Record<SharedViewId, (frozen: { input: PageInput; search: URLSearchParams }) => ReactNode>
> = {
  overview: ({ input: { session, turns, findings, judged } }) => (
    <Overview
      sessionId={SHARED_ID}
      points={turns.turns}
      totalTurns={turns.total}
      contextWindow={session.tokens.contextWindow}
      contextWindowProvenance={session.tokens.contextWindowProvenance}
      budget={session.tokens.budget}
      peakTurn={session.tokens.peakTurn}
      findings={findings}
      judged={judged}
      mayWrite={false}
      compactions={session.counts.compactions}
    />
  ),
  turn: ({ input, search }) => {
    const { sel, value } = loadTurnParams(search);
    return <TurnView sessionId={SHARED_ID} model={turnModel(input.window)} asked={{ block: sel, value }} />;
  },
  block: ({ input: { session, block }, search }) => (
    <BlockView
      sessionId={SHARED_ID}
      model={blockModel(block, session.firstTurn ?? 0, session.lastTurn ?? 0)}
      content={block.content}
      value={loadBlockParams(search).value}
    />
  ),
  evictions: ({ input: { session, compactions } }) => (
    <EvictionsView
      sessionId={SHARED_ID}
      turns={session.counts.turns}
      version={session.updatedAt}
      compactions={compactionRows(compactions.compactions, session.lastTurn)}
    />
  ),
  ledger: ({ input, search }) => (
    <LedgerView sessionId={SHARED_ID} first={input.ledger} asked={loadLedgerParams(search)} />
  ),
  plan: ({ input }) => <PlanPage sessionId={SHARED_ID} facts={input.plan} />,
  checkpoints: ({ input, search }) => (
    <CheckpointsView
      model={checkpointsModel(input.checkpoints, `/sessions/${SHARED_ID}`)}
      {...loadCheckpointsParams(search)}
    />
  ),
  replay: ({ input: { session, replay } }) => (
    <ReplayPage
      sessionId={SHARED_ID}
      policies={[]}
      comparisons={[]}
      recordedBudget={session.tokens.budget}
      prices={replay.request.prices ?? tablePrices(session.model)}
      saved={replay}
    />
  ),
  why: ({ input, search }) => (
    <div className="px-4 pt-3 pb-16">
      <ProofExcerpt
        sessionId={SHARED_ID}
        blockId={loadWhyParams(search).block}
        value={loadWhyParams(search).value}
      />
      <WhyView model={whyModel(SHARED_ID, input.why)} />
    </div>
  ),
  facts: ({ input }) => (
    <div className="px-4 pt-3 pb-16">
      <Facts model={factsModel(SHARED_ID, input.facts)} />
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
