import type { ReplayComparison } from "@/lib/view/replay/compare";
import { compareLanes, listDifferenceBars, nextDifference, writeVerdict } from "@/lib/view/replay/compare";
import { compareTable } from "@/lib/view/replay/compare-table";
import type { ResultRow } from "@/lib/view/replay/results";
import { FigureFrame } from "../charts/figure-frame";
import { useWidth } from "../charts/use-width";
import { useLanes } from "../lanes/use-lanes";
import { useCommands } from "../commands/use-commands";
import { EmptyState } from "../ui/empty-state";
import { DifferenceStrip } from "./difference-strip";
import { PairedLanes } from "./paired-lanes";
import { TurnColumns } from "./turn-columns";
import type { ReplayState } from "./use-replay-state";

const LANES_MAX = 60;

interface Props {
  readonly rows: readonly ResultRow[];
  readonly currency: string;
  readonly view: ReplayState;
}

export default function CompareView({ rows, currency, view }: Props) {
  const { state, change } = view;
  const [a, b] = [rows[state.a] ?? rows[0], rows[state.b] ?? rows[1]];
  const left = useLanes(a?.session ?? "", "replay", a !== undefined);
  const right = useLanes(b?.session ?? "", "replay", b !== undefined);
  if (a === undefined || b === undefined) return <p>There are not two results to compare yet.</p>;
  const problem = left.error ?? right.error;
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-2 text-xs">
        <Picker label="A" rows={rows} value={a.no} onPick={(no) => change({ a: no }, "push")} />
        <Picker label="B" rows={rows} value={b.no} onPick={(no) => change({ b: no }, "push")} />
        <button type="button" className="btn" onClick={() => change({ a: b.no, b: a.no }, "push")}>
          Swap
        </button>
      </div>
      {problem !== null && <p role="alert">The lanes could not be read: {problem.message}</p>}
      {left.data?.isComplete !== true || right.data?.isComplete !== true ? (
        problem === null && <p role="status">Reading both sessions…</p>
      ) : (
        <Compared
          a={a}
          b={b}
          currency={currency}
          comparison={compareLanes(left.data, right.data)}
          view={view}
        />
      )}
    </>
  );
}

function Picker({
  label,
  rows,
  value,
  onPick,
}: {
  label: string;
  rows: readonly ResultRow[];
  value: number;
  onPick: (no: number) => void;
}) {
  return (
    <label className="flex min-w-0 items-center gap-1">
      <span style={{ color: `var(--compare-${label.toLowerCase()})` }} className="font-medium">
        {label}
      </span>
      <select
        className="field max-w-72 min-w-0"
        value={value}
        onChange={({ target }) => onPick(Number(target.value))}
      >
        {rows.map(({ no, name }) => (
          <option key={no} value={no}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Compared({
  a,
  b,
  currency,
  comparison,
  view: { state, change },
}: {
  a: ResultRow;
  b: ResultRow;
  currency: string;
  comparison: ReplayComparison;
  view: ReplayState;
}) {
  const [frame, width] = useWidth<HTMLDivElement>();
  const turn = state.turn ?? comparison.turns[0] ?? null;
  const setTurn = (next: number | null) => (next === null ? undefined : change({ turn: next }));
  useCommands({
    nextDifference: () => setTurn(nextDifference(comparison, state.turn, 1)),
    previousDifference: () => setTurn(nextDifference(comparison, state.turn, -1)),
  });
  const shown = comparison.blocks.slice(0, LANES_MAX);
  const range = { from: comparison.firstTurn, to: comparison.lastTurn };
  const sentence = writeVerdict(a, b, comparison, currency);
  if (comparison.turns.length === 0) return <EmptyState title="No difference">{sentence}</EmptyState>;
  return (
    <>
      <FigureFrame
        title="comparison"
        summary={sentence}
        asTable={state.table !== null}
        onTable={(on) => change({ table: on ? "1" : null })}
        data={() => compareTable(comparison)}
        controls={
          <>
            <button type="button" className="btn" onClick={() => setTurn(comparison.turns[0] ?? null)}>
              First divergence
            </button>
            <button
              type="button"
              className="btn"
              onClick={() => setTurn(nextDifference(comparison, state.turn, -1))}
            >
              Previous (p)
            </button>
            <button
              type="button"
              className="btn"
              onClick={() => setTurn(nextDifference(comparison, state.turn, 1))}
            >
              Next (n)
            </button>
          </>
        }
        note={
          comparison.blocks.length > LANES_MAX
            ? `The first ${LANES_MAX} of ${comparison.blocks.length} blocks that differ; the export has all.`
            : `${comparison.same === 1 ? "1 block stands" : `${comparison.same} blocks stand`} alike in both.`
        }
      >
        <div ref={frame}>
          {state.table !== null ? (
            <CompareTable comparison={comparison} />
          ) : (
            width > 0 && (
              <>
                <DifferenceStrip
                  bars={listDifferenceBars(a, b)}
                  range={range}
                  width={width}
                  cursor={turn}
                  onTurn={setTurn}
                />
                <div
                  className="max-h-72 overflow-y-auto border-y border-line"
                  tabIndex={0}
                  role="region"
                  aria-label="Blocks that differ, by turn"
                >
                  <PairedLanes blocks={shown} range={range} width={width} cursor={turn} onTurn={setTurn} />
                </div>
                <p className="flex flex-wrap gap-x-4 pt-1 text-xs text-ink-3">
                  <span>
                    upper bar: in the window under A; lower bar: under B; hollow: only a placeholder
                  </span>
                  <span className="text-dangling">! needed after it had left</span>
                </p>
              </>
            )
          )}
        </div>
      </FigureFrame>
      {turn !== null && <TurnColumns a={a} b={b} comparison={comparison} turn={turn} />}
    </>
  );
}

function CompareTable({ comparison }: { comparison: ReplayComparison }) {
  const { columns, rows } = compareTable(comparison);
  return (
    <div className="max-h-[30rem] overflow-auto" tabIndex={0} role="region" aria-label="Blocks that differ">
      <table className="w-full min-w-max text-xs">
        <thead>
          <tr className="border-b border-line-strong text-ink-3">
            {columns.map(({ key, label, numeric }) => (
              <th
                key={key}
                scope="col"
                className={`px-2 py-1 ${numeric === true ? "text-right" : "text-left"}`}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, no) => (
            <tr key={no} className="border-b border-line">
              {cells.map((cell, i) => (
                <td
                  key={columns[i]?.key}
                  className={`px-2 ${columns[i]?.numeric === true ? "num text-right" : ""}`}
                >
                  {String(cell ?? "–")}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
