import type { TurnIndex } from "../../units";
import type { FactLane, FactRun } from "./fact-line";

const STATES = ["full", "part", "summary", "own_words"] as const;
type Readable = (typeof STATES)[number];

interface Edge {
  readonly turn: TurnIndex;
  readonly state: Readable;
  readonly by: 1 | -1;
}

/** The best way in which the fact could be read, for each run of turns. One sweep over the lanes' spans. */
export function computeFactRuns(lanes: readonly FactLane[], first: TurnIndex, last: TurnIndex): FactRun[] {
  const edges = lanes.flatMap((lane) => listEdges(lane, last)).sort((a, b) => a.turn - b.turn);
  const open: Record<Readable, number> = { full: 0, part: 0, summary: 0, own_words: 0 };
  const runs: FactRun[] = [];
  let from = first;
  for (let i = 0; i < edges.length;) {
    const turn = edges[i]?.turn ?? last;
    if (turn > from) {
      push(runs, { from, to: Math.min(turn - 1, last), state: pickBestState(open) });
      from = turn;
    }
    for (; edges[i]?.turn === turn; i++) {
      const edge = edges[i];
      if (edge !== undefined) open[edge.state] += edge.by;
    }
  }
  if (from <= last) push(runs, { from, to: last, state: pickBestState(open) });
  return runs;
}

function listEdges({ role, spans }: FactLane, last: TurnIndex): Edge[] {
  return spans.flatMap((span): Edge[] => {
    if (!span.shows) return [];
    const state = role === "source" ? (span.mode === "full" ? "full" : "part") : role;
    return [
      { turn: span.from, state, by: 1 },
      { turn: (span.to ?? last) + 1, state, by: -1 },
    ];
  });
}

function pickBestState(open: Record<Readable, number>): FactRun["state"] {
  return STATES.find((state) => open[state] > 0) ?? "gone";
}

function push(runs: FactRun[], run: FactRun): void {
  const before = runs.at(-1);
  if (before?.state === run.state) runs[runs.length - 1] = { ...before, to: run.to };
  else runs.push(run);
}
