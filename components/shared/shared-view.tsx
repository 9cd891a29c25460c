"use client";

import type { ComponentProps } from "react";
import { blockModel } from "@/lib/view/block/block-model";
import { compactionRows } from "@/lib/view/lanes/compactions";
import { factsModel } from "@/lib/view/questions/facts-model";
import { whyModel } from "@/lib/view/questions/why-model";
import { tablePrices } from "@/lib/view/replay/prices";
import type { SessionDetail } from "@/lib/view/session-header";
import { sessionHeader } from "@/lib/view/session-header";
import type { ViewSnapshot } from "@/lib/view/share/view-snapshot";
import { SHARED_ID } from "@/lib/view/share/view-snapshot";
import { turnModel } from "@/lib/view/turn/turn-model";
import { loadLedgerParams } from "@/lib/view/url-state";
import { BlockView } from "../block/block-view";
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
import { FrozenState } from "../share/frozen-state";

/** A view as it was shared, drawn by the view's own components: what they ask for is answered from the snapshot. */
export function SharedViewPage({ snapshot }: { snapshot: ViewSnapshot }) {
  const read = <T,>(path: string): Promise<T> =>
    path in snapshot.answers
      ? Promise.resolve(snapshot.answers[path] as T)
      : Promise.reject(new Error("This is not part of what was shared."));
  return (
    <FrozenReader value={{ read, frozen: true }}>
      <FrozenState search={snapshot.place.search}>
        <SessionHeader header={sessionHeader(givenOf(snapshot).session)} deletable={null} />
        <div className="border-b border-line" />
        <View snapshot={snapshot} />
      </FrozenState>
    </FrozenReader>
  );
}

/** What the pages of a session are given, by the names that the snapshot has them under. */
interface Given {
  readonly session: SessionDetail & {
    readonly firstTurn: number | null;
    readonly lastTurn: number | null;
    readonly updatedAt: string;
  };
  readonly turns: { readonly turns: ComponentProps<typeof Overview>["points"]; readonly total: number };
  readonly findings: ComponentProps<typeof Overview>["findings"];
  readonly window: Parameters<typeof turnModel>[0];
  readonly block: Parameters<typeof blockModel>[0] & Pick<ComponentProps<typeof BlockView>, "content">;
  readonly compactions: { readonly compactions: Parameters<typeof compactionRows>[0] };
  readonly ledger: ComponentProps<typeof LedgerView>["first"];
  readonly plan: ComponentProps<typeof PlanPage>["facts"];
  readonly replay: NonNullable<ComponentProps<typeof ReplayPage>["saved"]>;
  readonly why: Parameters<typeof whyModel>[1];
  readonly facts: Parameters<typeof factsModel>[1];
}

/** Written by this program only, by the names of the answers that it froze. */
function givenOf({ given }: ViewSnapshot): Given {
  return given as unknown as Given;
}

function View({ snapshot }: { snapshot: ViewSnapshot }) {
  const { session, ...given } = givenOf(snapshot);
  const search = new URLSearchParams(snapshot.place.search);
  switch (snapshot.place.view) {
    case "overview":
      return (
        <Overview
          sessionId={SHARED_ID}
          points={given.turns.turns}
          totalTurns={given.turns.total}
          contextWindow={session.tokens.contextWindow}
          contextWindowProvenance={session.tokens.contextWindowProvenance}
          budget={session.tokens.budget}
          peakTurn={session.tokens.peakTurn}
          findings={given.findings}
          mayWrite={false}
          compactions={session.counts.compactions}
        />
      );
    case "turn":
      return <TurnView sessionId={SHARED_ID} model={turnModel(given.window)} />;
    case "block":
      return (
        <BlockView
          sessionId={SHARED_ID}
          model={blockModel(given.block, session.firstTurn ?? 0, session.lastTurn ?? 0)}
          content={given.block.content}
        />
      );
    case "evictions":
      return (
        <EvictionsView
          sessionId={SHARED_ID}
          turns={session.counts.turns}
          version={session.updatedAt}
          compactions={compactionRows(given.compactions.compactions, session.lastTurn)}
        />
      );
    case "ledger":
      return <LedgerView sessionId={SHARED_ID} first={given.ledger} asked={loadLedgerParams(search)} />;
    case "plan":
      return <PlanPage sessionId={SHARED_ID} facts={given.plan} />;
    case "replay":
      return (
        <ReplayPage
          sessionId={SHARED_ID}
          policies={[]}
          peak={session.tokens.peakWindow}
          proposed={[]}
          recordedBudget={session.tokens.budget}
          prices={given.replay.request.prices ?? tablePrices(session.model)}
          saved={given.replay}
        />
      );
    case "why":
      return (
        <div className="px-4 pt-3 pb-16">
          <WhyView model={whyModel(SHARED_ID, given.why)} />
        </div>
      );
    case "facts":
      return (
        <div className="px-4 pt-3 pb-16">
          <Facts model={factsModel(SHARED_ID, given.facts)} />
        </div>
      );
  }
}

function Facts({ model }: ComponentProps<typeof FactsView>) {
  if (model.found) return <FactsView model={model} />;
  return (
    <EmptyState title="It is nowhere in this session">
      No block holds the text that was asked for, neither letter for letter nor by its words.
    </EmptyState>
  );
}
