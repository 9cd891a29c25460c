"use client";

import type { SyntheticEvent } from "react";
import { useEffect, useMemo, useRef } from "react";
import { buildCostModel } from "@/lib/view/cost/cost-model";
import { noteNoTurn } from "@/lib/view/requested-turns";
import { costParams } from "@/lib/view/url-state";
import type { DrawnView } from "@/lib/view/views";
import { FigureFrame } from "../charts/figure-frame";
import { useCommands } from "../commands/use-commands";
import { copyLink } from "../data/copy-link";
import { useUrlState } from "../data/use-url-state";
import { RowKeys } from "../session-list/row-keys";
import { EmptyState } from "../ui/empty-state";
import { GoneSelection } from "../ui/gone-selection";
import { RequestNotes } from "../ui/request-notes";
import { LinkedTables } from "../ui/table/linked-tables";
import { CostChart } from "./cost-chart";
import { CostTree } from "./cost-tree";
import { RemedyList } from "./remedy-list";

/** What a session cost, and why: a sentence, the parts by turn, what they were paid for, losses, floor, compactions, remedies. */
export function CostView({ sessionId, input }: DrawnView<"cost">) {
  const model = useMemo(() => buildCostModel(input.cost, sessionId), [input.cost, sessionId]);
  const [state, setState] = useUrlState(costParams, { history: "replace" });
  const asTable = state.table !== null;
  const setTable = (on: boolean) => setState({ table: on ? "1" : null });
  useCommands({
    table: () => setTable(!asTable),
    clear: () => (state.sel === null ? false : setState({ sel: null })),
    copyLink,
  });
  useShown(state.sel);
  const select = ({ target }: SyntheticEvent) => {
    const place = target instanceof Element ? placeOf(target) : undefined;
    if (place !== undefined && place !== state.sel) setState({ sel: place });
  };
  if (model.empty !== null) return <EmptyState title={model.empty.title}>{model.empty.text}</EmptyState>;
  return (
    <div className="px-4 pt-3 pb-16" onFocus={select} onClick={select}>
      <RowKeys />
      <RequestNotes notes={[noteNoTurn(state.turn, wholeOf(input.session))]} />
      <GoneSelection
        asked={state.sel}
        isThere={model.places.has(state.sel ?? "")}
        place="among the costs of this session"
        onClear={() => setState({ sel: null })}
      />
      <p className="text-base" data-testid="cost-sentence">
        {model.sentence}
      </p>
      {model.remarks.map((remark) => (
        <p key={remark} className="mt-1 text-xs text-ink-3">
          {remark}
        </p>
      ))}
      <RemedyList remedies={model.remedies} />
      <section aria-label="Cost by turn" className="mt-6">
        <FigureFrame
          title="Cost by turn"
          summary="What each turn paid, by what it paid for."
          asTable={asTable}
          onTable={setTable}
          data={() => model.barsTable}
          legend={<Legend parts={model.parts} />}
        >
          {asTable ? (
            <PlainTable bars={model.bars} />
          ) : (
            <CostChart bars={model.bars} turnAxis={model.turnAxis} axis={model.axis} />
          )}
        </FigureFrame>
      </section>
      {model.tree.length > 0 && (
        <CostTree
          tree={model.tree}
          table={model.treeTable}
          selected={state.sel}
          asTable={state.list !== null}
          onTable={(on) => setState({ list: on ? "1" : null })}
        />
      )}
      <LinkedTables tables={model.tables} marked={state.turn} selected={state.sel} />
    </div>
  );
}

const wholeOf = ({ firstTurn, lastTurn }: DrawnView<"cost">["input"]["session"]) => ({
  from: firstTurn ?? 0,
  to: lastTurn ?? 0,
});

const placeOf = (target: Element) =>
  target.closest<HTMLElement | SVGElement>("[data-sel]")?.dataset.sel ?? undefined;

/** What an address selects is scrolled to once, and has the focus, so that keys go on from there. */
function useShown(selected: string | null): void {
  const first = useRef(selected);
  useEffect(() => {
    if (first.current === null) return;
    const place = document.querySelector<HTMLElement>(`[data-sel="${CSS.escape(first.current)}"]`);
    first.current = null;
    const link = place?.querySelector<HTMLElement>("[data-row]") ?? place;
    link?.scrollIntoView({ block: "center" });
    link?.focus({ preventScroll: true });
  }, []);
}

function Legend({ parts }: { parts: ReturnType<typeof buildCostModel>["parts"] }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-xs">
      {parts.map(({ label, words, share, color }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span aria-hidden className="size-2 rounded-xs" style={{ background: color }} />
          {label} <span className="num text-ink-2">{words}</span>{" "}
          <span className="num text-ink-3">{share}</span>
        </li>
      ))}
    </ul>
  );
}

function PlainTable({ bars }: { bars: ReturnType<typeof buildCostModel>["bars"] }) {
  const parts = bars[0]?.lines ?? [];
  return (
    <div
      className="max-h-96 overflow-auto print:max-h-none print:overflow-visible"
      tabIndex={0}
      role="region"
      aria-label="Cost by turn as a table"
    >
      <table className="w-full text-sm">
        <thead>
          <tr className="text-right text-ink-3">
            {["Turn", ...parts.map(({ label }) => label), "Together"].map((label) => (
              <th key={label} scope="col" className="px-2 py-1 font-normal">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, lines, words }) => (
            <tr key={label} className="border-t border-line text-right">
              <th scope="row" className="num px-2 py-1 font-normal">
                {label}
              </th>
              {lines.map((line) => (
                <td key={line.label} className="num px-2 py-1">
                  {line.words}
                </td>
              ))}
              <td className="num px-2 py-1">{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
