import { Hinted } from "../ui/hinted";
import type { PlanModel } from "@/lib/view/plan/plan-model";

interface Props {
  model: PlanModel;
  turn: number | null;
  view: "graph" | "list";
  onTurn: (turn: number | null) => void;
  onShow: (show: "problems" | "all") => void;
}

export function PlanToolbar({ model, turn, view, onTurn, onShow }: Props) {
  return (
    <>
      {model.notices.map((notice) => (
        <p key={notice} className="text-xs text-warning">
          {notice}
        </p>
      ))}
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
        {model.legend.map(({ word, glyph, color, count }) => (
          <li key={word} className="inline-flex items-baseline gap-1.5">
            <span aria-hidden className="num w-3 text-center font-semibold" style={{ color }}>
              {glyph}
            </span>
            <Hinted label={word} /> <span className="num text-ink-3">{count}</span>
          </li>
        ))}
        {view === "graph" && (
          <li className="text-ink-3">
            above: what ran; below: its evidence, where it came in; thick: declared, thin: inferred
          </li>
        )}
      </ul>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-xs">
        <label className={`grid min-w-0 grow grid-cols-1 gap-1 ${turn === null ? "print:hidden" : ""}`}>
          <span className="truncate text-ink-2" dir="auto" title={model.turnWords}>
            {model.turnWords}
          </span>
          <input
            type="range"
            className={`w-full ${turn === null ? "accent-(--line-strong)" : "accent-(--accent)"}`}
            min={0}
            max={model.lastTurn}
            value={turn ?? model.lastTurn}
            aria-label="Turn whose state is shown"
            aria-valuetext={model.turnWords}
            onChange={(event) => onTurn(Number(event.target.value))}
          />
        </label>
        {turn !== null && (
          <button type="button" className="btn btn-quiet" onClick={() => onTurn(null)}>
            Show all turns
          </button>
        )}
      </div>
      {view === "graph" && (model.hidden !== null || !model.showsAll) && (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 text-xs text-ink-2">
          {model.hidden}
          <button
            type="button"
            className="text-accent underline-offset-2 hover:underline print:hidden"
            onClick={() => onShow(model.showsAll ? "problems" : "all")}
          >
            {model.showsAll ? "Show only what went wrong" : "Show all"}
          </button>
        </p>
      )}
    </>
  );
}
