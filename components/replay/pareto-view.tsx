import type { ReplayInput } from "@/lib/view/answers";
import { lazy, Suspense } from "react";
import type { PolicyChoiceInput, ListedPolicy } from "@/lib/view/replay/replay-input";
import { toObject } from "@/lib/view/replay/vendor-configuration";
import { writeCostText, buildPareto } from "@/lib/view/replay/pareto";
import type { ResultRow } from "@/lib/view/replay/results";
import { buildResultTable } from "@/lib/view/replay/results";
import { useFrozen } from "../data/reader";
import { FigureFrame } from "../charts/figure-frame";
import { useWidth } from "../charts/use-width";
import { EmptyState } from "../ui/empty-state";
import CopyConfiguration from "./copy-configuration";
import { ResultTable } from "./result-table";
import { SweepForm } from "./sweep-form";
import type { ReplayState } from "./use-replay-state";

const ParetoPlot = lazy(() => import("./pareto-plot"));

interface Props {
  readonly rows: readonly ResultRow[];
  readonly currency: string;
  readonly policies: readonly ListedPolicy[];
  readonly choices: readonly PolicyChoiceInput[];
  readonly busy: boolean;
  /** `null` while more results are coming. */
  readonly recommendation: ReplayInput["recommendation"];
  readonly view: ReplayState;
  readonly onSweep: (choices: readonly PolicyChoiceInput[]) => void;
}

export default function ParetoView({
  rows,
  currency,
  policies,
  choices,
  busy,
  recommendation,
  view: { state, change },
  onSweep,
}: Props) {
  const frozen = useFrozen();
  const [frame, width] = useWidth<HTMLDivElement>();
  const pareto = buildPareto(rows, currency, recommendation);
  const best = pareto.points.find(({ recommended }) => recommended);
  const policy = rows.find(({ no }) => no === best?.no)?.result.policy;
  const listed = policies.find(({ kind }) => kind === policy?.kind);
  return (
    <>
      {!frozen && <SweepForm policies={policies} choices={choices} busy={busy} onSweep={onSweep} />}
      {pareto.points.length === 0 ? (
        <EmptyState title="No evidence to keep">{pareto.why}</EmptyState>
      ) : (
        <FigureFrame
          title="pareto"
          summary={pareto.why}
          asTable={state.table !== null}
          onTable={(on) => change({ table: on ? "1" : null })}
          data={() => buildResultTable(rows)}
          note={
            best !== undefined &&
            `Recommended: ${best.name}, ${writeCostText(best.cost, pareto)}, options ${JSON.stringify(policy?.options)}. Evidence of one session is no proof for others.`
          }
        >
          <div ref={frame}>
            {state.table === null
              ? width > 0 && (
                  <Suspense fallback={<div className="h-70" />}>
                    <ParetoPlot pareto={pareto} width={Math.min(width, 900)} />
                  </Suspense>
                )
              : null}
            {state.table !== null && (
              <ResultTable
                rows={rows}
                sort={state.sort}
                order={state.order}
                onSort={(key) => change({ sort: key })}
              />
            )}
          </div>
        </FigureFrame>
      )}
      {policy !== undefined && listed !== undefined && (
        <div className="mt-2">
          <CopyConfiguration policy={listed} options={toObject(policy.options)} />
        </div>
      )}
    </>
  );
}
