import type { EpochMs, TurnIndex } from "../../units";
import type { SessionComparison } from "./compare-sessions";
import type { KeyedTurn } from "./keyed-turns";

export interface TurnPlace {
  readonly side: "stored" | "fresh";
  readonly turn: TurnIndex;
  readonly at: EpochMs | null;
}

/**
 * The turns of a merged session in order. A turn that only the fresh variant has comes after its predecessor in that
 * variant. If its predecessor is not stored, its time decides: it comes before the next known turn, or at the end.
 */
export function placeTurns({ stored, fresh, known }: SessionComparison): TurnPlace[] {
  const places: TurnPlace[] = stored.turns.map(({ index, at }) => ({ side: "stored", turn: index, at }));
  const following = nextKnown(fresh.turns, known);
  let cursor = -1;
  fresh.turns.forEach((turn, i) => {
    const match = known.get(turn.index);
    if (match !== undefined) {
      cursor = Math.max(cursor, placeOf(match.index));
      return;
    }
    const next = following[i];
    const byTime = turn.at === null ? -1 : findLastStartedBy(turn.at);
    const isTimed = turn.at !== null && places.some(({ at }) => at !== null);
    const after = isTimed
      ? Math.max(cursor, byTime)
      : cursor >= 0
        ? cursor
        : next === undefined
          ? places.length - 1
          : placeOf(next.index) - 1;
    places.splice(after + 1, 0, { side: "fresh", turn: turn.index, at: turn.at });
    cursor = after + 1;
  });
  return places;

  function placeOf(turn: TurnIndex): number {
    return places.findIndex((place) => place.side === "stored" && place.turn === turn);
  }

  function findLastStartedBy(time: EpochMs): number {
    return places.findLastIndex(({ at }) => at !== null && at <= time);
  }
}

function nextKnown(
  turns: readonly KeyedTurn[],
  knownTurns: SessionComparison["known"],
): readonly (KeyedTurn | undefined)[] {
  let next: KeyedTurn | undefined;
  return turns
    .toReversed()
    .map(({ index }) => {
      const behind = next;
      next = knownTurns.get(index) ?? next;
      return behind;
    })
    .toReversed();
}
