import type { Residency } from "../../trace/session";
import type { TurnIndex } from "../../units";
import type { TurnSpan } from "../../window/turn-spans";
import type { SessionIndex } from "./session-index";

/** The turns in which a block stands in any mode, joined where runs touch. */
export function listStandingSpans(index: SessionIndex, block: number, last: TurnIndex): TurnSpan[] {
  const spans: { from: TurnIndex; to: TurnIndex }[] = [];
  const runs: readonly Residency[] = [...index.listResidencies(block)].sort((a, b) => a.from - b.from);
  for (const { from, to } of runs) {
    const end = to ?? last;
    const open = spans.at(-1);
    if (open !== undefined && from <= open.to + 1) open.to = Math.max(open.to, end);
    else spans.push({ from, to: end });
  }
  return spans;
}

/** The parts of `spans` that `otherSpans` do not cover. */
export function subtractSpans(spans: readonly TurnSpan[], otherSpans: readonly TurnSpan[]): TurnSpan[] {
  return spans.flatMap((span) => {
    const leftSpans: TurnSpan[] = [];
    let from = span.from;
    for (const cut of otherSpans) {
      if (cut.to < from || cut.from > span.to) continue;
      if (cut.from > from) leftSpans.push({ from, to: cut.from - 1 });
      from = Math.max(from, cut.to + 1);
    }
    if (from <= span.to) leftSpans.push({ from, to: span.to });
    return leftSpans;
  });
}
