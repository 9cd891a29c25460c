import { groupBy } from "../group-by";
import type { TurnIndex } from "../units";
import type { Eviction, Residency, Session, Turn } from "./session";

/** A session indexed by block and by turn. Questions about one block need no walk over the whole session. */
export interface SessionLookup {
  readonly session: Session;
  readonly turnAt: ReadonlyMap<TurnIndex, Turn>;
  readonly blockOf: ReadonlyMap<string, number>;
  readonly residencies: ReadonlyMap<number, readonly Residency[]>;
  readonly departures: ReadonlyMap<number, readonly Eviction[]>;
}

const lookups = new WeakMap<Session, SessionLookup>();

/** Indexes a session in one pass; the index is kept per session object. */
export function indexSession(session: Session): SessionLookup {
  const before = lookups.get(session);
  if (before !== undefined) return before;
  const lookup: SessionLookup = {
    session,
    turnAt: new Map(session.turns.map((turn) => [turn.index, turn])),
    blockOf: new Map(session.blocks.map((block, i) => [block.id, i])),
    residencies: groupBy(session.residencies, ({ block }) => block),
    departures: groupBy(session.evictions, ({ block }) => block),
  };
  lookups.set(session, lookup);
  return lookup;
}

export function findStandingResidency(
  { residencies }: SessionLookup,
  block: number,
  turn: TurnIndex,
): Residency | null {
  return residencies.get(block)?.findLast((residency) => stands(residency, turn)) ?? null;
}

/** The newest departure of a block up to a turn: the reason why it is absent, or shows less, at that turn. */
export function findDepartureBefore(
  { departures }: SessionLookup,
  block: number,
  turn: TurnIndex,
): Eviction | null {
  return departures.get(block)?.findLast((eviction) => eviction.turn <= turn) ?? null;
}

export function listWindow({ session }: SessionLookup, turn: TurnIndex): Residency[] {
  return session.residencies.filter((residency) => stands(residency, turn)).sort((a, b) => a.rank - b.rank);
}

/** Whether a block could have stood in a turn's window: it was made, or brought in, before the call. */
export function isKnownBefore(
  { session, residencies }: SessionLookup,
  block: number,
  turn: TurnIndex,
): boolean {
  const created = session.blocks[block]?.createdTurn ?? null;
  const first = residencies.get(block)?.[0]?.from;
  return created === null || created < turn || (first !== undefined && first <= turn);
}

function stands({ from, to }: Residency, turn: TurnIndex): boolean {
  return from <= turn && (to === null || to >= turn);
}
