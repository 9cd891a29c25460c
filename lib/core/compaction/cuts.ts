import { groupBy } from "../group-by";
import type { Eviction, Session } from "../trace/session";
import type { EvictionHow } from "../vocabulary";
import type { TurnIndex } from "../units";
import { countUntil } from "../count-until";

export const CUT_KINDS = ["compaction", "clearing", "restart"] as const;
export type CutKind = (typeof CUT_KINDS)[number];

/** A place at which a window was cut down. */
export interface Cut {
  readonly is: CutKind;
  /** Index into `Session.compactions`; `null` for another cut. */
  readonly compaction: number | null;
  /** The first turn behind the cut, which may not be recorded yet. */
  readonly turn: TurnIndex;
  /** The last turn before the cut; `null` where nothing is recorded before it. */
  readonly before: TurnIndex | null;
  /** Index into `Session.blocks` of the summary or state that took the place of what left. */
  readonly summary: number | null;
  /** What left or shows less since the cut, in the order in which it left. */
  readonly evictions: readonly Eviction[];
}

const CLEARS: ReadonlySet<EvictionHow> = new Set(["cleared", "trimmed", "truncated"]);
export const CUTS_MAX = 2_000;

/**
 * Every compaction, clearing and restart of a session, in order. One turn has at most one: its compaction, else its restart, else
 * its clearing. An edit that the provider's counts put in doubt is none.
 */
export function findCuts(session: Session): Cut[] {
  // A call that failed shows no window. The one before it does.
  const turns = session.turns
    .filter(({ error, window }) => error === null || window.known)
    .map(({ index }) => index);
  const findTurnBefore = (turn: TurnIndex) =>
    turns[countUntil(turns, (turnBefore) => turnBefore < turn) - 1] ?? null;
  const evictionsByTurn = groupBy(session.evictions, ({ turn }) => turn);
  const cuts = new Map<TurnIndex, Cut>();
  const add = (cut: Omit<Cut, "before" | "evictions">) => {
    if (!cuts.has(cut.turn))
      cuts.set(cut.turn, {
        before: findTurnBefore(cut.turn),
        evictions: evictionsByTurn.get(cut.turn) ?? [],
        ...cut,
      });
  };
  for (const [compaction, { turn, summaryBlock, cause }] of session.compactions.entries())
    if (cause.doubt === null) add({ is: "compaction", compaction, turn, summary: summaryBlock });
  for (const { turn, event } of session.records)
    if (event.type === "session.restarted" && findTurnBefore(turn) !== null)
      add({ is: "restart", compaction: null, turn, summary: findRestartState(session, turn) });
  for (const [turn, evictions] of evictionsByTurn)
    if (evictions.some(isClearing)) add({ is: "clearing", compaction: null, turn, summary: null });
  return [...cuts.values()].sort((a, b) => a.turn - b.turn).slice(0, CUTS_MAX);
}

/**
 * Cuts by their numbers. Compactions have their index, other cuts count from -1 down, so that numbers stay the same while a
 * session grows.
 */
export function numberCuts(cuts: readonly Cut[]): ReadonlyMap<number, Cut> {
  let otherCuts = 0;
  return new Map(cuts.map((cut) => [cut.compaction ?? --otherCuts, cut]));
}

/** Whether an eviction belongs to a clearing: a rule took it out, and no compaction did it. */
export function isClearing({ how, cause, compaction }: Eviction): boolean {
  return CLEARS.has(how) && cause.doubt === null && compaction === null;
}

/** The state that a restarted window begins from. */
function findRestartState({ residencies, blocks }: Session, turn: TurnIndex): number | null {
  const state = residencies.find(
    ({ block, since }) => since === turn && blocks[block]?.kind === "state_summary",
  );
  return state?.block ?? null;
}
