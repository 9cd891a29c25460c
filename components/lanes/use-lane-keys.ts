import { findNearestExit } from "@/lib/view/lanes/nearest-exit";
import { makeBlockHref } from "@/lib/view/questions/links";
import { nextTurn } from "@/lib/view/turn/next-turn";
import { computeZoomedRange } from "@/lib/view/chart/scale";
import { copyLink } from "../data/copy-link";
import { useOpenPage } from "../data/reader";
import { useCommands } from "../commands/use-commands";
import type { useLaneState } from "./use-lane-state";
import type { Lanes } from "./use-lanes";

export function useLaneKeys(
  sessionId: string,
  { lanes }: Lanes,
  { state, change, settle, whole, range, rows, ...view }: ReturnType<typeof useLaneState>,
): void {
  const openPage = useOpenPage();
  const { turn, sel } = state;
  const zoom = (factor: number) =>
    view.setRange(computeZoomedRange(range ?? whole, whole, turn ?? (range ?? whole).from, factor));
  const move = (by: number) => {
    const list = rows.rows.flatMap((row) => (row.type === "lane" ? [row.lane] : []));
    const at = list.findIndex(({ id }) => id === sel);
    const next = list[Math.max(0, Math.min(list.length - 1, at + by))];
    if (next !== undefined) change({ sel: next.id });
  };
  const toEvent = (direction: 1 | -1) => {
    const next = findNearestExit(lanes, turn ?? (direction > 0 ? whole.from - 1 : whole.to + 1), direction);
    if (next !== null) change({ turn: next.turn, sel: next.lane.id });
  };
  const toMissing = (direction: 1 | -1) => {
    const uses = lanes.flatMap((lane) =>
      lane.evictions.flatMap(({ neededAt }) => neededAt.map((at) => ({ lane, turn: at }))),
    );
    const at = nextTurn(
      uses.map((use) => use.turn),
      turn ?? (direction > 0 ? whole.from - 1 : whole.to + 1),
      direction,
    );
    const use = uses.find((candidate) => candidate.turn === at);
    if (use !== undefined) change({ turn: use.turn, sel: use.lane.id });
  };
  useCommands({
    next: () => view.setTurn((turn ?? whole.from - 1) + 1),
    previous: () => view.setTurn((turn ?? whole.to + 1) - 1),
    nextTen: () => view.setTurn((turn ?? whole.from) + 10),
    previousTen: () => view.setTurn((turn ?? whole.to) - 10),
    nextRow: () => move(1),
    previousRow: () => move(-1),
    nextEvent: () => toEvent(1),
    previousEvent: () => toEvent(-1),
    nextDangling: () => toMissing(1),
    previousDangling: () => toMissing(-1),
    zoomIn: () => zoom(0.5),
    zoomOut: () => zoom(2),
    fit: () => view.setRange(null),
    fitRows: view.toggleFit,
    table: view.toggleTable,
    search: () => document.querySelector<HTMLInputElement>("[data-search]")?.focus(),
    clear: () => {
      if (state.q !== "") change({ q: null });
      else if (sel !== null) change({ sel: null });
      else view.setRange(null);
    },
    open: () => (sel === null ? false : openPage(makeBlockHref(sessionId, sel, state.value))),
    copyLink: () => {
      settle();
      copyLink();
    },
  });
}
