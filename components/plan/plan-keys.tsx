import type { PlanInput } from "@/lib/view/answers";
import { copyLink } from "../data/copy-link";
import { useCommands } from "../commands/use-commands";

interface State {
  readonly turn: number | null;
  readonly sel: string | null;
  readonly view: "graph" | "list";
  readonly show: "problems" | "all" | null;
}

interface Props {
  facts: PlanInput;
  state: State;
  setState: (next: Partial<State>) => void;
}

export function PlanKeys({ facts, state, setState }: Props) {
  const last = facts.lastTurn ?? 0;
  const ids = facts.edges.map(({ id }) => id);
  const dangling = facts.edges
    .filter((edge) => edge.state === "dangling" && edge.executed)
    .map(({ id }) => id);
  const slide = (by: number) =>
    setState({ turn: Math.max(0, Math.min(last, (state.turn ?? (by > 0 ? -1 : last + 1)) + by)) });
  const choose = (from: readonly string[], by: 1 | -1) => {
    const at = state.sel === null ? -1 : from.indexOf(state.sel);
    const next = at < 0 ? (by > 0 ? 0 : from.length - 1) : Math.max(0, Math.min(from.length - 1, at + by));
    const sel = from[next];
    if (sel !== undefined) setState({ sel });
  };
  const move = (by: 1 | -1) => (state.view === "list" ? choose(ids, by) : slide(by));
  useCommands({
    next: () => move(1),
    previous: () => move(-1),
    nextTen: () => slide(10),
    previousTen: () => slide(-10),
    nextDangling: () => choose(dangling, 1),
    previousDangling: () => choose(dangling, -1),
    table: () => setState({ view: state.view === "list" ? "graph" : "list" }),
    fit: () => setState({ show: state.show === "all" ? null : "all" }),
    clear: () => setState(state.sel !== null ? { sel: null } : { turn: null }),
    copyLink,
  });
  return null;
}
