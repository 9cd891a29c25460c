import { REPLAY_VIEWS } from "@/lib/view/url-state";
import type { ReplayState } from "./use-replay-state";

const VIEW_LABELS = { results: "Results", compare: "Compare two", pareto: "Price against evidence" } as const;

export function ViewTabs({ view: { state, change } }: { view: ReplayState }) {
  return (
    <div className="mb-2 flex flex-wrap gap-1" role="group" aria-label="How the results are read">
      {REPLAY_VIEWS.map((name) => (
        <button
          key={name}
          type="button"
          className="btn"
          aria-pressed={state.view === name}
          style={state.view === name ? { borderColor: "var(--ink)", fontWeight: 500 } : undefined}
          onClick={() => change({ view: name }, "push")}
        >
          {VIEW_LABELS[name]}
        </button>
      ))}
    </div>
  );
}
