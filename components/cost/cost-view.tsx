"use client";

import { useMemo } from "react";
import { costModel } from "@/lib/view/cost/cost-model";
import { costParams } from "@/lib/view/url-state";
import type { DrawnView } from "@/lib/view/views";
import { FigureFrame } from "../charts/figure-frame";
import { useCommands } from "../commands/use-commands";
import { copyLink } from "../data/copy-link";
import { useUrlState } from "../data/use-url-state";
import { EmptyState } from "../ui/empty-state";
import { LinkedTables } from "../ui/table/linked-tables";
import { CostChart } from "./cost-chart";
import { CostTree } from "./cost-tree";
import { RemedyList } from "./remedy-list";

/** What a session cost, and why: a sentence, the parts by turn, what they were paid for, losses, floor, compactions, remedies. */
export function CostView({ sessionId, input }: DrawnView<"cost">) {
  const model = useMemo(() => costModel(input.cost, sessionId), [input.cost, sessionId]);
  const [state, setState] = useUrlState(costParams, { history: "replace" });
  const asTable = state.table !== null;
  const setTable = (on: boolean) => setState({ table: on ? "1" : null });
  useCommands({ table: () => setTable(!asTable), copyLink });
  if (model.empty !== null) return <EmptyState title={model.empty.title}>{model.empty.text}</EmptyState>;
  return (
    <div className="px-4 pt-3 pb-16">
      <p className="text-base" data-testid="cost-sentence">
        {model.sentence}
      </p>
      {model.remarks.map((remark) => (
        <p key={remark} className="mt-1 text-xs text-ink-3">
          {remark}
        </p>
      ))}
      <section aria-label="Cost by turn" className="mt-4">
        <FigureFrame
          title="Cost by turn"
          summary="What each turn paid, by what it paid for."
          asTable={asTable}
          onTable={setTable}
          data={() => model.barsTable}
          legend={<Legend parts={model.parts} />}
        >
          {asTable ? (
            <PlainTable data={model.barsTable} />
          ) : (
            <CostChart bars={model.bars} axis={model.axis} />
          )}
        </FigureFrame>
      </section>
      {model.tree.length > 0 && <CostTree tree={model.tree} table={model.treeTable} />}
      <RemedyList remedies={model.remedies} />
      <LinkedTables tables={model.tables} marked={state.turn} />
    </div>
  );
}

function Legend({ parts }: { parts: ReturnType<typeof costModel>["parts"] }) {
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

function PlainTable({ data: { columns, rows } }: { data: ReturnType<typeof costModel>["barsTable"] }) {
  return (
    <div className="max-h-96 overflow-auto" tabIndex={0} role="region" aria-label="Cost by turn as a table">
      <table className="w-full text-sm">
        <thead>
          <tr>
            {columns.map(({ key, label }) => (
              <th key={key} scope="col" className="px-2 py-1 text-right font-normal text-ink-3">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={String(cells[0])} className="border-t border-line">
              {cells.map((cell, n) => (
                <td key={columns[n]?.key} className="num px-2 py-1 text-right">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
