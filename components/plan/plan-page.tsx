"use client";

import { makePendingNotice } from "@/lib/view/waiting";
import { listFindingMarks } from "@/lib/view/findings/markers";
import type { DrawnView } from "@/lib/view/views";
import { planModel } from "@/lib/view/plan/plan-model";
import { planTable } from "@/lib/view/plan/plan-table";
import { FigureFrame } from "../charts/figure-frame";
import { useFindings } from "../findings/use-findings";
import { GoneSelection } from "../ui/gone-selection";
import { RequestNotes } from "../ui/request-notes";
import { usePrinting } from "../ui/use-printing";
import { EmptyState } from "../ui/empty-state";
import { findEvidenceByKey } from "@/lib/view/format/address-words";
import { ProofExcerpt } from "../text/proof-excerpt";
import { EdgeDetails } from "./edge-details";
import { EdgeList } from "./edge-list";
import { PlanGraph } from "./plan-graph";
import { PlanKeys } from "./plan-keys";
import { PlanLists } from "./plan-lists";
import { PlanToolbar } from "./plan-toolbar";
import type { PlanInput } from "@/lib/view/answers";
import { useUrlState } from "../data/use-url-state";
import { useState } from "react";
import { readRequestedTurn } from "@/lib/view/requested-turns";
import { planParams } from "@/lib/view/url-state";
import { planRead } from "@/lib/view/views/plan";
import { useRead } from "../data/reader";
import { useLive } from "../live/live-session";
import { useOnChange } from "../live/use-on-change";

/** A wider graph cannot be read on a sheet. Its uses are printed as a table. */
const PAPER_WIDTH = 1_000;

const NO_PLAN = {
  title: "No plan and no evidence",
  text: "No event declares a plan, no block states one, and no value of a tool result was used again.",
};

export function PlanPage({ sessionId, input }: DrawnView<"plan">) {
  const findings = useFindings(sessionId);
  const facts = usePlan(sessionId, input.plan);
  const [state, setState, turnNote] = usePlanState(facts.lastTurn);
  const isOnPaper = usePrinting();
  const model = planModel(facts, { show: state.show, cursor: state.turn, selected: state.sel });
  const isTable = isOnPaper && model.graph !== null && model.graph.width > PAPER_WIDTH;
  const select = (sel: string | null) => void setState({ sel, value: null }, { history: "push" });
  const setShown = (next: Partial<typeof state>) =>
    void setState("sel" in next ? { ...next, value: null } : next);
  if (model.isEmpty) return <WithoutPlan facts={facts} />;
  return (
    <div className="grid grid-cols-1 gap-x-6 px-4 pt-3 pb-16 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <PlanKeys facts={facts} state={state} setState={setShown} />
      <section aria-label="Evidence" className="min-w-0">
        <GoneSelection
          asked={state.sel}
          isThere={model.isSelectionThere}
          place="in this session's plans and evidence"
          onClear={() => select(null)}
        />
        <FigureFrame
          title="plan"
          summary={model.summary}
          asTable={state.view === "list"}
          onTable={(on) => void setState({ view: on ? "list" : "graph" }, { history: "push" })}
          data={() => planTable(model.rows)}
          legend={
            <PlanToolbar
              model={model}
              turn={state.turn}
              view={state.view}
              onTurn={(turn) => void setState({ turn })}
              onShow={(show) => void setState({ show }, { history: "push" })}
            />
          }
          note={
            <>
              <RequestNotes notes={[turnNote]} />
              {state.turn !== null && "Faded: not there at this turn."}
            </>
          }
        >
          {state.view === "list" ? (
            <EdgeList rows={model.rows} selected={model.selected} onSelect={select} />
          ) : isTable ? (
            <>
              <EdgeList rows={model.drawn.rows} selected={null} onSelect={select} />
              <p>{model.drawn.more}</p>
            </>
          ) : (
            <PlanGraph
              sessionId={sessionId}
              model={model}
              marks={listFindingMarks(findings?.findings ?? [])}
              selected={model.selected}
              onSelect={select}
              onTurn={(turn) => void setState({ turn })}
            />
          )}
        </FigureFrame>
        {state.view === "graph" && !isTable && !model.showsAll && model.drawn.rows.length > 0 && (
          <div className="mt-4">
            <EdgeList
              label="What is drawn"
              rows={model.drawn.rows}
              selected={model.selected}
              onSelect={select}
            />
            <p className="text-xs text-ink-2">{model.drawn.more}</p>
          </div>
        )}
      </section>
      <aside className="min-w-0 border-line max-lg:order-first print:order-first print:mt-0! print:border-0! print:pt-0! lg:border-l lg:pl-5">
        {model.details.length === 0 && (
          <ProofExcerpt sessionId={sessionId} blockId={findEvidenceByKey(state.sel)} value={state.value} />
        )}
        {model.details.length > 0 && (
          <EdgeDetails
            sessionId={sessionId}
            details={model.details}
            value={state.value}
            onClose={state.sel === null ? null : () => select(null)}
          />
        )}
        <PlanLists
          sessionId={sessionId}
          value={state.value}
          plans={model.plans}
          lastTurn={model.lastTurn}
          cursor={state.turn}
          selected={state.sel}
          onSelect={select}
        />
      </aside>
    </div>
  );
}

function WithoutPlan({ facts: { analysed, pending } }: { facts: PlanInput }) {
  const notice = analysed ? NO_PLAN : makePendingNotice("What this session planned and needed", pending);
  return <EmptyState title={notice.title}>{notice.text}</EmptyState>;
}

function usePlan(sessionId: string, initial: PlanInput): PlanInput {
  const read = useRead();
  const [grown, setGrown] = useState<{ from: PlanInput; facts: PlanInput } | null>(null);
  useOnChange(async () => {
    const facts = await read(planRead(sessionId));
    setGrown({ from: initial, facts });
  }, "body");
  return grown?.from === initial ? grown.facts : initial;
}

type PlanState = ReturnType<typeof useUrlState<typeof planParams>>[0];
type SetPlanState = (next: Partial<PlanState>, options?: { history: "push" | "replace" }) => void;

/**
 * The state of the plan page. While the page follows the session, the slider stands at the newest turn; moving it stops
 * that.
 */
function usePlanState(lastTurn: number | null): [PlanState, SetPlanState, string | null] {
  const { following, follow } = useLive();
  const [state, setState] = useUrlState(planParams, { history: "replace" });
  const set: SetPlanState = (next, options) => {
    const moves = following && ("turn" in next || "sel" in next);
    if (moves) follow(false);
    setState(moves ? { turn: lastTurn, ...next } : next, options);
  };
  const { turn, note } = readRequestedTurn(state.turn, { from: 0, to: lastTurn ?? 0 });
  return [{ ...state, turn: following ? lastTurn : turn }, set, following ? null : note];
}
