import type { ResultRow } from "@/lib/view/replay/results";
import { describeResultSentence, buildResultTable, sortRows } from "@/lib/view/replay/results";
import { findTokensAt } from "@/lib/view/replay/lines";
import { FigureFrame } from "../charts/figure-frame";
import { useWidth } from "../charts/use-width";
import { LineKey } from "./line-key";
import { PinList } from "./pin-list";
import { ResultTable } from "./result-table";
import type { ReplayState } from "./use-replay-state";
import { WindowLinesPlot } from "./window-lines-plot";

const TOGETHER_PX = 260;
const APART_PX = 110;
/** The name above a line's own plot, and the gap below. */
const NAMED_PX = 28;

const roomOf = (lines: number, apart: boolean) => (apart ? lines * (APART_PX + NAMED_PX) : TOGETHER_PX);

interface Props {
  readonly rows: readonly ResultRow[];
  readonly isRunning: boolean;
  readonly currency: string;
  readonly budget: number | null;
  readonly view: ReplayState;
}

export default function ResultsView({ rows, isRunning, currency, budget, view: { state, change } }: Props) {
  const sorted = sortRows(rows, state.sort, state.order);
  const [frame, width] = useWidth<HTMLDivElement>();
  const apart = state.plot === "apart";
  const setTurn = (turn: number) => change({ turn });
  const plot = { rows, width, budget, cursor: state.turn, onTurn: setTurn };
  return (
    <>
      <FigureFrame
        title="replay"
        summary={describeResultSentence(rows, isRunning)}
        asTable={state.table !== null}
        onTable={(on) => change({ table: on ? "1" : null })}
        data={() => buildResultTable(sorted)}
        isLegendBelow
        legend={
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
            {rows.map(({ no, letter, name }) => (
              <li key={no} className="flex items-center">
                <LineKey letter={letter} />
                {name}
              </li>
            ))}
          </ul>
        }
        controls={
          <button
            type="button"
            className="btn"
            aria-pressed={apart}
            onClick={() => change({ plot: apart ? "together" : "apart" })}
          >
            {apart ? "Apart" : "Together"}
          </button>
        }
      >
        {/* The room of the lines is kept free until the width is known, so that nothing below moves. */}
        <div ref={frame} style={{ minHeight: state.table === null ? roomOf(rows.length, apart) : undefined }}>
          {state.table === null && width > 0 && !apart && (
            <WindowLinesPlot
              {...plot}
              height={TOGETHER_PX}
              label="Tokens in the window by turn, a line for each policy"
            />
          )}
          {state.table === null &&
            width > 0 &&
            apart &&
            rows.map(({ no, letter, name }) => (
              <div key={no} className="mb-2">
                <p className="h-5 text-xs">
                  <LineKey letter={letter} />
                  {name}
                </p>
                <WindowLinesPlot
                  {...plot}
                  drawn={[no]}
                  height={APART_PX}
                  label={`Tokens in the window by turn: ${name}`}
                />
              </div>
            ))}
        </div>
        <CursorLine rows={rows} turn={state.turn} />
      </FigureFrame>
      <div className="mt-4">
        <ResultTable
          rows={sorted}
          sort={state.sort}
          order={state.order}
          onSort={(key) =>
            change({ sort: key, order: state.sort === key && state.order === "asc" ? "desc" : "asc" })
          }
        />
      </div>
      <PinList rows={rows} currency={currency} />
    </>
  );
}

function CursorLine({ rows, turn }: { rows: readonly ResultRow[]; turn: number | null }) {
  if (turn === null)
    return <p className="text-xs text-ink-3 max-sm:hidden">j and k move a cursor over the turns.</p>;
  return (
    <p aria-live="polite" className="flex flex-wrap gap-x-4 text-xs text-ink-2">
      <span>Tokens at turn {turn}</span>
      {findTokensAt(rows, turn).map(({ letter, text }) => (
        <span key={letter} className="num">
          <LineKey letter={letter} />
          {text}
        </span>
      ))}
    </p>
  );
}
