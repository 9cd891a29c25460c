import type { Session } from "../../trace/session";
import type { TurnIndex } from "../../units";
import type { Standing } from "../../window/standing";
import type { PlanPresence, PlanRevision } from "./steps/plan";

/**
 * When the newest statement of the plan stood in the window. A statement that the model makes in a turn can
 * stand from the next turn on.
 */
export function presenceOf(
  { turns, blocks }: Session,
  standing: Standing,
  revisions: readonly PlanRevision[],
): PlanPresence[] {
  const last = turns.at(-1)?.index ?? -1;
  const stated = revisions.filter(({ block }) => block !== null);
  const starts = stated.map(({ turn, block }) =>
    blocks[block ?? -1]?.createdTurn === turn ? turn + 1 : turn,
  );
  return stated.flatMap(({ block }, i) => {
    const from = starts[i] ?? 0;
    const to = Math.min(last, (starts[i + 1] ?? last + 1) - 1);
    return block === null || from > to ? [] : runsOf(standing, block, from, to);
  });
}

function runsOf(standing: Standing, block: number, from: TurnIndex, to: TurnIndex): PlanPresence[] {
  const runs: PlanPresence[] = [];
  let next = from;
  for (const residency of standing.of(block)) {
    const [start, end] = [Math.max(residency.from, next), Math.min(residency.to ?? to, to)];
    if (start > end) continue;
    if (start > next) runs.push({ from: next, to: start - 1, mode: null, block });
    const before = runs.at(-1);
    if (before?.mode === residency.mode && before.to === start - 1)
      runs[runs.length - 1] = { ...before, to: end };
    else runs.push({ from: start, to: end, mode: residency.mode, block });
    next = end + 1;
  }
  if (next <= to) runs.push({ from: next, to, mode: null, block });
  return runs;
}
